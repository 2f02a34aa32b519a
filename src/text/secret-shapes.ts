/**
 * A secret known by its looks. `part` names the group to replace when the pattern needs context around it. Whatever fits the
 * pattern `holds` one of these, in letters of any case: most texts hold none, and are not looked at any closer.
 */
export type SecretShape = {
  readonly kind: string;
  readonly holds: readonly string[];
  readonly pattern: RegExp;
  readonly part?: 'secret';
};

/**
 * THE LIST of shapes. Every pattern fails within a bounded distance or matches all it has read, so that no text makes
 * one crawl; every one needs a prefix or a context, so that hashes, ids and pictures in base64 pass.
 */
export const SECRET_SHAPES: readonly SecretShape[] = [
  {
    kind: 'private-key',
    holds: ['private key'],
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^-]{0,20000}-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g,
  },
  {
    // Cut off before its end: as many lines of base64 as follow, quoted or escaped.
    kind: 'private-key',
    holds: ['private key'],
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[\s"'>,]|\\[nrt])+[A-Za-z0-9+/=]{16,})*(?:(?:\n|\\n)[ \t"'>]*[A-Za-z0-9+/=]+(?=[ \t]*(?:\n|$)))?/g,
  },
  { kind: 'github-token', holds: ['ghp_', 'gho_', 'ghu_', 'ghr_'], pattern: /gh[pour]_[A-Za-z0-9]{20,}/g },
  { kind: 'github-token', holds: ['ghs_'], pattern: /ghs_[0-9A-Za-z_.-]{36,}/g },
  { kind: 'github-token', holds: ['github_pat_'], pattern: /github_pat_[A-Za-z0-9_]{22,}/g },
  { kind: 'anthropic-key', holds: ['sk-ant-'], pattern: /sk-ant-[A-Za-z0-9_-]{16,}/g },
  {
    kind: 'openai-key',
    holds: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-none-'],
    pattern: /\bsk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,}/g,
  },
  { kind: 'openai-key', holds: ['sk-'], pattern: /\bsk-[A-Za-z0-9]{32,}/g },
  { kind: 'stripe-key', holds: ['k_live_', 'k_test_'], pattern: /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { kind: 'aws-key', holds: ['akia', 'asia'], pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g },
  {
    kind: 'aws-key',
    holds: ['secret'],
    pattern: /secret_?-?(?:access_?-?)?key["']?[\s:=]{1,8}["']?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dgi,
    part: 'secret',
  },
  { kind: 'slack-token', holds: ['xox'], pattern: /\bxox[a-z]-[A-Za-z0-9-]{10,}/g },
  {
    kind: 'slack-webhook',
    holds: ['hooks.slack.com'],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{16,}/g,
  },
  {
    kind: 'discord-webhook',
    holds: ['webhooks/'],
    pattern: /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{5,30}\/[A-Za-z0-9_-]{16,}/g,
  },
  { kind: 'npm-token', holds: ['npm_'], pattern: /\bnpm_[A-Za-z0-9]{36,}/g },
  { kind: 'pypi-token', holds: ['pypi-'], pattern: /\bpypi-(?:AgE[A-Za-z0-9_-]{16,}|[A-Za-z0-9_-]{60,})/g },
  { kind: 'gitlab-token', holds: ['glpat-'], pattern: /\bglpat-[A-Za-z0-9_-]{20,}/g },
  { kind: 'google-key', holds: ['aiza'], pattern: /\bAIza[0-9A-Za-z_-]{35}/g },
  {
    kind: 'jwt',
    holds: ['eyj'],
    pattern: /(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g,
  },
  {
    kind: 'url-credentials',
    holds: ['://'],
    pattern: /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#:@[\]]{0,256}:(?:\[redacted: [a-z-]{1,30}\]|[^\s/?#@[\]]){1,256}@/gi,
  },
  {
    kind: 'authorization',
    holds: ['authorization'],
    pattern:
      /authorization["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?:bearer|basic|token|digest)[ \t]{1,4}(?<secret>[A-Za-z0-9._~+/=-]{8,})/dgi,
    part: 'secret',
  },
  {
    kind: 'authorization',
    holds: ['bearer'],
    pattern: /\bbearer[ \t]{1,4}(?<secret>(?=[a-z._~+/-]{0,40}\d)[a-z0-9._~+/-]{20,}=*)/dgi,
    part: 'secret',
  },
];

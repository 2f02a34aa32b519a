interface SecretShape {
  readonly kind: string;
  readonly pattern: RegExp;
}

/** What must never stand in a file that everybody can read. Only shapes that nothing else has: a false alarm stops every run. */
const secretShapes: readonly SecretShape[] = [
  { kind: 'a GitHub token', pattern: /\bgh[opsur]_[A-Za-z0-9_.-]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}/ },
  { kind: 'an Anthropic key', pattern: /\bsk-ant-[A-Za-z0-9_-]{10,}/ },
  { kind: 'an API key', pattern: /\bsk-(?:proj-)?[A-Za-z0-9_-]{32,}|\bAIza[A-Za-z0-9_-]{35}/ },
  { kind: 'an AWS key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/ },
  { kind: 'a Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/ },
  { kind: 'an npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/ },
  { kind: 'a GitLab token', pattern: /\bglpat-[A-Za-z0-9_-]{20,}/ },
  { kind: 'a PyPI token', pattern: /\bpypi-[A-Za-z0-9_-]{50,}/ },
  { kind: 'a signed web token', pattern: /\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,2000}\.[\w-]{10}/ },
  { kind: 'a private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
  // Only of a host with a domain: `postgres://postgres:postgres@localhost` is how test databases are named.
  { kind: 'a URL with a password', pattern: /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@]*:[^\s/:@$]+@[^\s/:]*\.[a-z]/i },
];

/** Which kind of secret a text holds, if it holds one. */
export function secretIn(text: string): string | undefined {
  return secretShapes.find(({ pattern }) => pattern.test(text))?.kind;
}

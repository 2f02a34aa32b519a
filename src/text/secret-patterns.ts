// The patterns of secrets that can be recognised by their form, each with the page that documents it. Used to redact texts and by the checks
// of the configuration (src/config).

/** One kind of secret that can be recognised by its form alone. */
export interface SecretPattern {
  /** Goes into the marker `[redacted: kind]`. */
  readonly kind: string;
  /** In lower case. Every match contains at least one of them in some case, so a text without them is not searched. */
  readonly keywords: readonly string[];
  readonly pattern: RegExp;
  /** Set if the pattern also matches the context of the secret. Then only the group `secret` is replaced. */
  readonly group?: 'secret';
  /** What an error message about the configuration file calls it. Without a name, crew does not refuse a file because of a match. */
  readonly name?: string;
  /** Where the issuer documents the form. */
  readonly source: string;
}

const GITHUB =
  'https://docs.github.com/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats';
const GITLAB = 'https://docs.gitlab.com/security/tokens/#token-prefixes';
const SCANNING =
  'https://docs.github.com/code-security/secret-scanning/introduction/supported-secret-scanning-patterns';
const PEM = 'https://www.rfc-editor.org/rfc/rfc7468';
const AUTHORIZATION = 'https://www.rfc-editor.org/rfc/rfc6750#section-2.1';

/**
 * `redact` replaces these secrets, the configuration may not contain them, and a published diff may not add them. Each pattern either stops
 * after a bounded number of characters or consumes what it read, so no text makes it slow. Each needs a prefix or a context, so hashes, ids
 * and base64 images do not match.
 */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  {
    // Dashes, line ends and slashes may be escaped as in JSON.
    kind: 'private-key',
    name: 'a private key',
    source: PEM,
    keywords: ['private key'],
    pattern:
      /(?:-|\\u002d){5}BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?(?:-|\\u002d){5}(?:(?!-|\\u002d)[\s\S]){0,20000}(?:-|\\u002d){5}END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?(?:-|\\u002d){5}/gi,
  },
  {
    // Cut off before its end: the lines of base64 that follow, quoted or escaped.
    kind: 'private-key',
    name: 'a private key',
    source: PEM,
    keywords: ['private key'],
    pattern:
      /(?:-|\\u002d){5}BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?(?:-|\\u002d){5}(?:(?:[\s"'>,]|\\[nrt]|\\u000[ad])+(?:[A-Za-z0-9+/=]|\\\/){16,})*(?:(?:\n|\\n|\\u000a)[ \t"'>]*[A-Za-z0-9+/=]+(?=[ \t]*(?:\n|$)))?/g,
  },
  {
    kind: 'age-key',
    name: 'an age key',
    source: 'https://github.com/C2SP/C2SP/blob/main/age.md',
    keywords: ['age-secret-key-1'],
    pattern: /AGE-SECRET-KEY-1[0-9A-Z]{58}/gi,
  },
  {
    kind: 'github-token',
    name: 'a GitHub token',
    source: GITHUB,
    keywords: ['ghp_', 'gho_', 'ghu_', 'ghr_'],
    pattern: /gh[pour]_[A-Za-z0-9]{20,}/g,
  },
  {
    kind: 'github-token',
    name: 'a GitHub token',
    source: GITHUB,
    keywords: ['ghs_'],
    pattern: /ghs_[0-9A-Za-z_.-]{36,}/g,
  },
  {
    kind: 'github-token',
    name: 'a GitHub token',
    source: GITHUB,
    keywords: ['github_pat_'],
    pattern: /github_pat_[A-Za-z0-9_]{22,}/g,
  },
  {
    kind: 'gitlab-token',
    name: 'a GitLab token',
    source: GITLAB,
    keywords: [
      'glpat-',
      'gloas-',
      'gldt-',
      'glrt-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glimt-',
      'glagent-',
      'glsoat-',
      'glffct-',
    ],
    pattern: /\bgl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct)-[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_.-]+)?/g,
  },
  {
    kind: 'anthropic-key',
    name: 'an Anthropic key',
    source: SCANNING,
    keywords: ['sk-ant-'],
    pattern: /sk-ant-[A-Za-z0-9_-]{16,}/g,
  },
  {
    kind: 'openrouter-key',
    name: 'an OpenRouter key',
    source: 'https://openrouter.ai/docs/api-reference/authentication',
    keywords: ['sk-or-'],
    pattern: /\bsk-or-(?:v1-)?[A-Za-z0-9]{32,}/g,
  },
  {
    kind: 'openai-key',
    name: 'an API key',
    source: SCANNING,
    keywords: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-none-'],
    pattern: /\bsk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,}/g,
  },
  { kind: 'openai-key', name: 'an API key', source: SCANNING, keywords: ['sk-'], pattern: /\bsk-[A-Za-z0-9]{32,}/g },
  {
    kind: 'groq-key',
    name: 'a Groq key',
    source: SCANNING,
    keywords: ['gsk_'],
    pattern: /\bgsk_[A-Za-z0-9]{40,}/g,
  },
  {
    kind: 'huggingface-token',
    name: 'a Hugging Face token',
    source: 'https://huggingface.co/docs/hub/security-tokens',
    keywords: ['hf_', 'api_org_'],
    pattern: /\b(?:hf|api_org)_[A-Za-z0-9]{30,}\b/g,
  },
  {
    kind: 'stripe-key',
    name: 'a Stripe key',
    source: 'https://docs.stripe.com/keys',
    keywords: ['k_live_', 'k_test_', 'whsec_'],
    pattern: /\b(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9+/]{16,}=*/g,
  },
  {
    kind: 'aws-key',
    name: 'an AWS key',
    source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids',
    keywords: ['akia', 'asia'],
    pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  },
  {
    kind: 'aws-key',
    source: 'https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-files.html',
    keywords: ['secret'],
    pattern: /secret_?-?(?:access_?-?)?key["']?[\s:=]{1,8}["']?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dgi,
    group: 'secret',
  },
  {
    kind: 'azure-key',
    name: 'an Azure storage or service key',
    source: 'https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string',
    keywords: ['accountkey=', 'sharedaccesskey='],
    pattern: /(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{43,86}={1,2})/dgi,
    group: 'secret',
  },
  {
    kind: 'azure-key',
    name: 'an Azure client secret',
    source: SCANNING,
    keywords: ['8q~'],
    pattern: /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])/g,
  },
  {
    kind: 'azure-key',
    source: 'https://learn.microsoft.com/azure/storage/common/storage-sas-overview',
    keywords: ['sig='],
    pattern: /[?&]sig=(?<secret>[A-Za-z0-9%+/]{40,120}(?:%3D|=))/dgi,
    group: 'secret',
  },
  {
    kind: 'azure-devops-token',
    name: 'an Azure DevOps token',
    source:
      'https://learn.microsoft.com/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate',
    keywords: ['azdo'],
    pattern: /\b[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}\b/g,
  },
  {
    kind: 'google-key',
    name: 'an API key',
    source: 'https://cloud.google.com/docs/authentication/api-keys',
    keywords: ['aiza'],
    pattern: /\bAIza[0-9A-Za-z_-]{35}/g,
  },
  {
    kind: 'google-oauth',
    name: 'a Google OAuth secret',
    source: 'https://developers.google.com/identity/protocols/oauth2',
    keywords: ['ya29.', 'gocspx-', '1//0'],
    pattern:
      /\bya29\.[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_-]+)*|\bGOCSPX-[A-Za-z0-9_-]{20,}|(?<![\w/])1\/\/0[A-Za-z0-9_-]{40,}/g,
  },
  {
    kind: 'slack-token',
    name: 'a Slack token',
    source: 'https://api.slack.com/concepts/token-types',
    keywords: ['xox', 'xapp-'],
    pattern: /\b(?:xox[a-z](?:\.xox[a-z])?|xapp)-[A-Za-z0-9-]{10,}/g,
  },
  {
    kind: 'slack-webhook',
    name: 'a Slack webhook',
    source: 'https://api.slack.com/messaging/webhooks',
    keywords: ['hooks.slack.com'],
    pattern: /(?:https?:\/\/)?hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{16,}/g,
  },
  {
    kind: 'discord-webhook',
    name: 'a Discord webhook',
    source: 'https://discord.com/developers/docs/resources/webhook',
    keywords: ['webhooks/'],
    pattern:
      /(?:https?:\/\/)?(?:(?:canary|ptb)\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{5,30}\/[A-Za-z0-9_-]{16,}/g,
  },
  {
    kind: 'discord-token',
    name: 'a Discord bot token',
    source: 'https://discord.com/developers/docs/reference#authentication',
    keywords: ['.'],
    pattern: /(?<![\w.-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![\w.-])/g,
  },
  {
    kind: 'twilio-key',
    name: 'a Twilio key',
    source: 'https://www.twilio.com/docs/iam/api-keys',
    keywords: ['sk'],
    pattern: /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/g,
  },
  {
    kind: 'sendgrid-key',
    name: 'a SendGrid key',
    source: 'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys',
    keywords: ['sg.'],
    pattern: /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}/g,
  },
  {
    kind: 'telegram-token',
    name: 'a Telegram bot token',
    source: 'https://core.telegram.org/bots/api#authorizing-your-bot',
    keywords: [':aa'],
    pattern: /(?:(?<![A-Za-z0-9])|(?<=\bbot))\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g,
  },
  {
    kind: 'digitalocean-token',
    name: 'a DigitalOcean token',
    source: 'https://docs.digitalocean.com/reference/api/create-personal-access-token/',
    keywords: ['_v1_'],
    pattern: /\bdo[opr]_v1_[a-f0-9]{64}/g,
  },
  {
    kind: 'vault-token',
    name: 'a Vault token',
    source: 'https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes',
    keywords: ['hvs.', 'hvb.', 'hvr.'],
    pattern: /\bhv[sbr]\.[A-Za-z0-9_-]{24,}/g,
  },
  {
    // Service tokens before Vault 1.10. The form is short, so an upper-case letter and a digit are required.
    kind: 'vault-token',
    source: 'https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes',
    keywords: ['s.'],
    pattern: /(?<![\w.-])s\.(?=[a-z0-9]{0,23}[A-Z])(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}(?![\w.(-])/g,
  },
  {
    kind: 'linear-key',
    name: 'a Linear key',
    source: SCANNING,
    keywords: ['lin_api_', 'lin_oauth_'],
    pattern: /\blin_(?:api|oauth)_[A-Za-z0-9]{32,}/g,
  },
  {
    kind: 'databricks-token',
    name: 'a Databricks token',
    source: 'https://docs.databricks.com/dev-tools/auth/pat.html',
    keywords: ['dapi'],
    pattern: /\bdapi[a-f0-9]{32}(?:-\d)?\b/g,
  },
  {
    kind: 'atlassian-token',
    name: 'an Atlassian token',
    source: 'https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/',
    keywords: ['atatt3', 'atctt3', 'atbb'],
    pattern: /\bAT(?:ATT|CTT)3[A-Za-z0-9_=-]{40,}|\bATBB[A-Za-z0-9]{24,}/g,
  },
  {
    kind: 'docker-token',
    name: 'a Docker token',
    source: 'https://docs.docker.com/security/access-tokens/',
    keywords: ['dckr_'],
    pattern: /\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}/g,
  },
  {
    kind: 'npm-token',
    name: 'an npm token',
    source: 'https://docs.npmjs.com/about-access-tokens',
    keywords: ['npm_'],
    pattern: /\bnpm_[A-Za-z0-9]{36,}/g,
  },
  {
    // A line of .npmrc. Older tokens have no prefix.
    kind: 'npm-token',
    name: 'an npm token',
    source: 'https://docs.npmjs.com/cli/configuring-npm/npmrc#auth-related-configuration',
    keywords: [':_authtoken'],
    pattern: /:_authToken[ \t]{0,4}=[ \t]{0,4}["']?(?<secret>[A-Za-z0-9._~+/=-]{16,})/dg,
    group: 'secret',
  },
  {
    kind: 'pypi-token',
    name: 'a PyPI token',
    source: 'https://packaging.python.org/en/latest/specifications/pypirc/',
    keywords: ['pypi-'],
    pattern: /\bpypi-(?:AgE[A-Za-z0-9_-]{16,}|[A-Za-z0-9_-]{60,})/g,
  },
  {
    kind: 'jwt',
    name: 'a signed web token',
    source: 'https://www.rfc-editor.org/rfc/rfc7519',
    keywords: ['eyj'],
    pattern: /(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g,
  },
  {
    kind: 'url-credentials',
    source: 'https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1',
    keywords: ['://'],
    pattern: /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#:@[\]]{0,256}:(?:\[redacted: [a-z-]{1,30}\]|[^\s/?#@[\]]){1,256}@/gi,
  },
  {
    kind: 'authorization',
    source: AUTHORIZATION,
    keywords: ['authorization'],
    pattern:
      /authorization["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?:bearer|basic|token|digest)[ \t]{1,4}(?<secret>[A-Za-z0-9._~+/=-]{8,})/dgi,
    group: 'secret',
  },
  {
    kind: 'authorization',
    source: AUTHORIZATION,
    keywords: ['bearer'],
    pattern: /\bbearer[ \t]{1,4}(?<secret>(?=[a-z._~+/-]{0,40}\d)[a-z0-9._~+/-]{20,}=*)/dgi,
    group: 'secret',
  },
];

/** Only for a host with a domain: test databases are often named `postgres://postgres:postgres@localhost`. */
const URL_WITH_PASSWORD = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@]*:[^\s/:@$]+@[^\s/:]*\.[a-z]/i;

/** The name of the secret in a text of a configuration file; undefined if there is none. */
export function secretIn(text: string): string | undefined {
  const found = SECRET_PATTERNS.find(({ name, pattern }) => name !== undefined && text.search(pattern) >= 0);
  return found?.name ?? (URL_WITH_PASSWORD.test(text) ? 'a URL with a password' : undefined);
}

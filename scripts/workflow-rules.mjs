// What our workflows must be like, beyond being valid: each rule is a function from a workflow to findings, and `rules` is
// THE LIST. A workflow runs with our rights on words that strangers wrote, so every rule here closes a way in that was used
// somewhere. Nothing in this file reads a disk.
import { contextsOf, listOf, readWorkflow, secretsOf, treeOf } from './read-workflow.mjs';
import {
  containerCredentials,
  forbiddenUses,
  githubApp,
  selfHostedRunner,
  unpinnedImages,
  unredactedSecrets,
  unsoundCondition,
  unsoundContains,
  unsoundTernary,
} from './workflow-slips.mjs';
import {
  botConditions,
  cachePoisoning,
  dangerousTriggers,
  eventsOf,
  githubEnv,
  insecureCommands,
  untrustedCheckout,
} from './workflow-ways-in.mjs';

/** @typedef {{ readonly line: number, readonly rule: string, readonly sentence: string }} Finding */
/** @typedef {(workflow: Workflow, policy: Policy) => Finding[]} Rule */
/** @typedef {Readonly<Record<string, readonly string[]>>} ByJob names (scopes, secrets) for each job */
/** @typedef {import('./read-workflow.mjs').Workflow} Workflow */
/** @typedef {import('./read-workflow.mjs').Path} Path */
/** @typedef {import('./read-workflow.mjs').Place} Place */
/** @typedef {import('./read-workflow.mjs').Tree} Tree */

/**
 * What one file is allowed beyond the rules.
 * @typedef {object} Policy
 * @property {ByJob} grants the dangerous scopes that a job may write
 * @property {ByJob} secrets the secrets that a job without any write permission may receive
 * @property {readonly string[]} triggers the dangerous events that may start it
 * @property {readonly string[]} runners the jobs whose runner the caller chooses
 */

/** Permissions as GitHub knows them; an unknown one is ignored there, which reads like a grant and is none. */
const SCOPES = new Set([
  'actions',
  'artifact-metadata',
  'attestations',
  'checks',
  'contents',
  'deployments',
  'discussions',
  'id-token',
  'issues',
  'models',
  'packages',
  'pages',
  'pull-requests',
  'repository-projects',
  'security-events',
  'statuses',
]);
const LEVELS = new Set(['read', 'write', 'none']);

/** With these a job can change what others run or get, or be somebody else elsewhere. */
const DANGEROUS = [
  'actions',
  'attestations',
  'contents',
  'deployments',
  'id-token',
  'packages',
  'pages',
  'security-events',
];

/** Inputs that the usual actions execute: a value pasted into them is a program, as it is in `run`. */
const SCRIPT_INPUTS = new Set(['script', 'run', 'cmd', 'command', 'inlinescript', 'eval']);

/**
 * What may be pasted into a script: nobody outside chooses it. Everything else (titles, branches, inputs, outputs, env) goes
 * through the environment, where the shell does not parse it. A list of the dangerous ones would always be one short.
 */
const INERT =
  /^(?:github\.(?:sha|run_id|run_number|run_attempt|repository|repository_id|repository_owner|repository_owner_id|event_name|actor_id|workspace|action_path|server_url|api_url|graphql_url|job|event\.(?:number|(?:issue|pull_request|comment|repository)\.(?:number|id)))|runner\.[\w-]+|job\.status|strategy\.job-(?:index|total))$/i;

/** THE LIST; names are those of zizmor's audits where it has one. @type {Readonly<Record<string, Rule>>} */
export const rules = {
  'template-injection': templateInjection,
  'pinned-uses': pinnedUses,
  permissions,
  grants,
  'pull-request-target': pullRequestTarget,
  'persist-credentials': persistCredentials,
  'secrets-scope': secretsScope,
  'work-secrets': workSecrets,
  'dangerous-triggers': dangerousTriggers,
  'untrusted-checkout': untrustedCheckout,
  'cache-poisoning': cachePoisoning,
  'github-env': githubEnv,
  'insecure-commands': insecureCommands,
  'bot-conditions': botConditions,
  'unsound-condition': unsoundCondition,
  'unsound-contains': unsoundContains,
  'unsound-ternary': unsoundTernary,
  'unredacted-secrets': unredactedSecrets,
  'unpinned-images': unpinnedImages,
  'hardcoded-container-credentials': containerCredentials,
  'self-hosted-runner': selfHostedRunner,
  'github-app': githubApp,
  'forbidden-uses': forbiddenUses(isOurs),
};

/**
 * Every finding of every rule in one workflow, by line.
 * @param {string} text
 * @param {Partial<Policy>} [policy]
 * @returns {Finding[]}
 */
export function lintWorkflow(text, { grants = {}, secrets = {}, triggers = [], runners = [] } = {}) {
  const workflow = readWorkflow(text);
  return Object.values(rules)
    .flatMap((rule) => rule(workflow, { grants, secrets, triggers, runners }))
    .sort((a, b) => a.line - b.line);
}

/**
 * Nothing but inert values is pasted into a script.
 * @type {Rule}
 */
export function templateInjection({ expressions, data }) {
  return expressions
    .filter(({ path }) => isScript(path, data))
    .flatMap(({ text, line }) => {
      const risky = contextsOf(text).find((context) => !INERT.test(context));
      if (risky === undefined) return [];
      const sentence = `\`${risky}\` is pasted into a script, where its text runs as a program; pass it through \`env\``;
      return [{ line, rule: 'template-injection', sentence }];
    });
}

/**
 * Whatever others can move is named by its commit, with its version beside it for the reader.
 * @type {Rule}
 */
export function pinnedUses({ jobs, steps, lines, lineOf }) {
  return [...jobs, ...steps].flatMap(({ path, value }) => {
    if (typeof value.uses !== 'string') return [];
    const line = lineOf([...path, 'uses']);
    const problem = pinProblem(value.uses, lines[line - 1] ?? '');
    return problem ? [{ line, rule: 'pinned-uses', sentence: `\`${value.uses}\` ${problem}` }] : [];
  });
}

/**
 * Every workflow and every job says what it may do, by scopes that exist.
 * @type {Rule}
 */
export function permissions({ data, jobs, lineOf }) {
  const places = [{ path: /** @type {Path} */ ([]), value: data }, ...jobs];
  return places.flatMap(({ path, value }) => {
    const who = path.length === 0 ? 'the workflow' : `job \`${path[1]}\``;
    const at = [...path, 'permissions'];
    return permissionProblems(value.permissions, who).map(({ scope, sentence }) => ({
      line: lineOf(scope === undefined ? at : [...at, scope]),
      rule: 'permissions',
      sentence,
    }));
  });
}

/**
 * Dangerous scopes are written only where the policy grants them, and the policy grants nothing that no job asks for.
 * @type {Rule}
 */
export function grants({ data, jobs, lineOf }, { grants: granted }) {
  const top = writesOf(data.permissions).filter((scope) => DANGEROUS.includes(scope));
  const excess = jobs.flatMap(({ path, value }) =>
    writesOf(value.permissions)
      .filter((scope) => DANGEROUS.includes(scope) && !granted[String(path[1])]?.includes(scope))
      .map((scope) => ({
        line: lineOf([...path, 'permissions', scope]),
        rule: 'grants',
        sentence: `job \`${path[1]}\` has \`${scope}: write\` without a grant`,
      })),
  );
  return [
    ...top.map((scope) => ({
      line: lineOf(['permissions', scope]),
      rule: 'grants',
      sentence: `\`${scope}: write\` for every job; only the job that needs it may have it`,
    })),
    ...excess,
    ...unusedGrants(jobs, granted),
  ];
}

/**
 * No workflow runs a stranger's pull request with our rights.
 * @type {Rule}
 */
export function pullRequestTarget({ data, lineOf }) {
  if (!eventsOf(data).includes('pull_request_target')) return [];
  const sentence =
    '`pull_request_target` gives our secrets to what a stranger wrote; use `pull_request` and `workflow_run`';
  return [{ line: lineOf(['on', 'pull_request_target']), rule: 'pull-request-target', sentence }];
}

/**
 * No checkout leaves its token in the tree for what runs there next.
 * @type {Rule}
 */
export function persistCredentials({ steps, lineOf }) {
  return steps.flatMap(({ path, value }) => {
    if (typeof value.uses !== 'string' || !/^actions\/checkout@/i.test(value.uses)) return [];
    if (String(treeOf(value.with)['persist-credentials']) === 'false') return [];
    const sentence = 'checkout leaves the token in `.git/config`; set `persist-credentials: false`';
    return [{ line: lineOf([...path, 'uses']), rule: 'persist-credentials', sentence }];
  });
}

/**
 * A secret is handed to the step that needs it: not to all jobs, not to a whole other workflow, not all at once.
 * @type {Rule}
 */
export function secretsScope({ jobs, expressions, lineOf }) {
  const inherited = jobs
    .filter(({ value }) => value.secrets === 'inherit')
    .map(({ path }) => ({
      line: lineOf([...path, 'secrets']),
      rule: 'secrets-scope',
      sentence: `job \`${path[1]}\` hands on every secret; name those it needs`,
    }));
  const spread = expressions.flatMap(({ path, text, line }) => {
    const secrets = secretsOf(text);
    if (secrets.includes('*')) {
      return [{ line, rule: 'secrets-scope', sentence: 'every secret is read at once; name those that are needed' }];
    }
    if (path[0] !== 'env' || secrets.length === 0) return [];
    const sentence = `secret \`${secrets[0]}\` is in the environment of every job; give it to the step that needs it`;
    return [{ line, rule: 'secrets-scope', sentence }];
  });
  return [...inherited, ...spread];
}

/**
 * A job that may write nothing is one that runs strangers' code or a model: it gets only the secrets named for it.
 * @type {Rule}
 */
export function workSecrets({ data, jobs, expressions }, { secrets: allowed }) {
  return jobs
    .filter(({ value }) => writesOf(value.permissions ?? data.permissions).length === 0)
    .flatMap(({ path }) => {
      const name = String(path[1]);
      return expressions
        .filter((expression) => expression.path[0] === 'jobs' && expression.path[1] === name)
        .flatMap(({ text, line }) => secretsOf(text).map((secret) => ({ secret, line })))
        .filter(
          ({ secret }) => secret !== '*' && secret.toUpperCase() !== 'GITHUB_TOKEN' && !listed(allowed[name], secret),
        )
        .map(({ secret, line }) => ({
          line,
          rule: 'work-secrets',
          sentence: `job \`${name}\` may write nothing, yet receives the secret \`${secret}\`, which is not listed for it`,
        }));
    });
}

/**
 * @param {readonly string[] | undefined} names
 * @param {string} secret
 */
function listed(names, secret) {
  return names?.some((name) => name.toLowerCase() === secret.toLowerCase()) ?? false;
}

/**
 * @param {Path} path
 * @param {Tree} data
 */
function isScript(path, data) {
  if (path[0] !== 'jobs' || path[2] !== 'steps') return false;
  if (path[4] === 'run') return true;
  if (path[4] !== 'with' || typeof path[5] !== 'string' || !SCRIPT_INPUTS.has(path[5].toLowerCase())) return false;
  const step = treeOf(listOf(treeOf(treeOf(data.jobs)[String(path[1])]).steps)[Number(path[3])]);
  // Our own `command` is a slash command: parsed as data, never run.
  return !isOurs(String(step.uses));
}

/** @param {string} uses */
function isOurs(uses) {
  return uses.startsWith('./') || uses.startsWith('$/') || /^[\w.-]+\/crew(?:\/[^@]+)?@v1$/.test(uses);
}

/**
 * @param {string} uses
 * @param {string} line
 */
function pinProblem(uses, line) {
  if (isOurs(uses)) return undefined;
  if (uses.startsWith('docker://')) {
    return /@sha256:[0-9a-f]{64}$/.test(uses) ? undefined : 'is not pinned by a digest';
  }
  if (!/@[0-9a-f]{40}$/.test(uses)) return 'is not pinned by a commit of 40 digits';
  return /#\s*v\d+\.\d+\.\d+/.test(line) ? undefined : 'does not say its version (`# vX.Y.Z`) behind the commit';
}

/**
 * @param {unknown} value
 * @param {string} who
 * @returns {{ scope?: string, sentence: string }[]}
 */
function permissionProblems(value, who) {
  if (value === undefined) return [{ sentence: `${who} does not state its permissions` }];
  if (typeof value === 'string') return [{ sentence: `${who} takes \`${value}\`; name the scopes` }];
  return Object.entries(treeOf(value)).flatMap(([scope, level]) => {
    if (!SCOPES.has(scope)) return [{ scope, sentence: `${who} names \`${scope}\`, which is no permission` }];
    if (LEVELS.has(String(level))) return [];
    return [{ scope, sentence: `${who} gives \`${scope}\` the level \`${level}\`, which is none` }];
  });
}

/**
 * @param {readonly Place[]} jobs
 * @param {ByJob} granted
 * @returns {Finding[]}
 */
function unusedGrants(jobs, granted) {
  return Object.entries(granted).flatMap(([name, scopes]) => {
    const used = writesOf(jobs.find(({ path }) => path[1] === name)?.value.permissions);
    return scopes
      .filter((scope) => !used.includes(scope))
      .map((scope) => ({
        line: 1,
        rule: 'grants',
        sentence: `job \`${name}\` is granted \`${scope}\` and does not use it`,
      }));
  });
}

/**
 * The scopes that some permissions let a job write; `write-all` writes everything.
 * @param {unknown} value
 * @returns {string[]}
 */
function writesOf(value) {
  if (value === 'write-all') return [...SCOPES];
  return Object.entries(treeOf(value)).flatMap(([scope, level]) => (level === 'write' ? [scope] : []));
}

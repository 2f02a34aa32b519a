// Rules about ways in: triggers, checkouts, caches and files by which what a stranger wrote comes to run with our rights.
import { contextsOf, secretsOf, treeOf } from './read-workflow.mjs';

/** @typedef {import('./workflow-rules.mjs').Rule} Rule */
/** @typedef {import('./workflow-rules.mjs').Finding} Finding */
/** @typedef {import('./read-workflow.mjs').Workflow} Workflow */
/** @typedef {import('./read-workflow.mjs').Path} Path */
/** @typedef {import('./read-workflow.mjs').Tree} Tree */

/** What names the head of somebody's pull request, or of a run that such a head has started. */
const HEAD =
  /^github\.(?:head_ref|event\.(?:pull_request\.(?:head|merge_commit_sha)|merge_group\.head|workflow_run\.(?:head|pull_requests)))/i;

/**
 * The events that start a workflow.
 * @param {Tree} data
 * @returns {readonly string[]}
 */
export function eventsOf({ on }) {
  return typeof on === 'string' ? [on] : Array.isArray(on) ? on.map(String) : Object.keys(treeOf(on));
}

/**
 * `workflow_run` brings our rights to where a stranger's run has ended: only files that are known to look away may use it.
 * @type {Rule}
 */
export function dangerousTriggers({ data, lineOf }, { triggers }) {
  return eventsOf(data)
    .filter((event) => event === 'workflow_run' && !triggers.includes(event))
    .map((event) => ({
      line: lineOf(['on', event]),
      rule: 'dangerous-triggers',
      sentence: `\`${event}\` runs with our rights after what a stranger started; list the file if it takes nothing of theirs`,
    }));
}

/**
 * What a stranger wrote is checked out only where there is nothing to take: no right to write, no secret.
 * @type {Rule}
 */
export function untrustedCheckout(workflow) {
  const { steps, lineOf } = workflow;
  return steps.flatMap(({ path, value }) => {
    const [at, how] = checksOutHead(value);
    const has = at === undefined ? undefined : hasOf(workflow, String(path[1]));
    if (at === undefined || has === undefined) return [];
    const sentence = `${how} is checked out in job \`${path[1]}\`, which has ${has}`;
    return [{ line: lineOf([...path, ...at]), rule: 'untrusted-checkout', sentence }];
  });
}

/**
 * @param {Tree} step
 * @returns {[Path, string] | []}
 */
function checksOutHead({ uses, run, with: inputs }) {
  if (typeof run === 'string' && /\bgh\s+pr\s+checkout\b|refs\/pull\//.test(run)) return [['run'], 'a pull request'];
  if (typeof uses !== 'string' || !/^actions\/checkout@/i.test(uses)) return [];
  const ref = String(treeOf(inputs).ref ?? '');
  const head = contextsInside(ref).find((context) => HEAD.test(context));
  if (head !== undefined) return [['with', 'ref'], `\`${head}\``];
  return ref.includes('refs/pull/') ? [['with', 'ref'], 'a pull request'] : [];
}

/** @param {string} text */
const contextsInside = (text) => [...text.matchAll(/\$\{\{(.*?)\}\}/gs)].flatMap(([, inner = '']) => contextsOf(inner));

/**
 * @param {Workflow} workflow
 * @param {string} job
 * @returns {string | undefined}
 */
function hasOf({ data, jobs, expressions }, job) {
  const permissions = jobs.find(({ path }) => path[1] === job)?.value.permissions ?? data.permissions;
  const writes = permissions === 'write-all' || Object.values(treeOf(permissions)).includes('write');
  if (writes) return 'the right to write';
  const secret = expressions
    .filter(({ path }) => path[0] === 'jobs' && path[1] === job)
    .flatMap(({ text }) => secretsOf(text))
    .find((name) => name.toUpperCase() !== 'GITHUB_TOKEN');
  return secret === undefined ? undefined : `the secret \`${secret}\``;
}

/**
 * Nothing is cached: what one run leaves there, another one runs, with other rights.
 * @type {Rule}
 */
export function cachePoisoning({ steps, lineOf }) {
  return steps.flatMap(({ path, value: { uses, with: inputs } }) => {
    if (typeof uses !== 'string') return [];
    const { cache, 'package-manager-cache': managers } = treeOf(inputs);
    const sentence = cacheProblem(uses, { cache, managers });
    return sentence ? [{ line: lineOf([...path, 'uses']), rule: 'cache-poisoning', sentence }] : [];
  });
}

/**
 * @param {string} uses
 * @param {{ cache: unknown, managers: unknown }} inputs
 */
function cacheProblem(uses, { cache, managers }) {
  if (/^actions\/cache[/@]/i.test(uses)) return 'a cache carries files from run to run, whoever started them';
  if (!/^[^/]+\/setup-/i.test(uses)) return undefined;
  if (cache !== undefined && !/^(?:false)?$/.test(String(cache))) return 'this sets up a cache; leave `cache` away';
  const isOff = !/^actions\/setup-node@/i.test(uses) || String(managers) === 'false';
  return isOff ? undefined : 'since its fifth version this caches by itself; set `package-manager-cache: false`';
}

/**
 * No script writes what the steps after it have for environment and path: the least that comes into it is a program.
 * @type {Rule}
 */
export function githubEnv({ steps, lineOf }) {
  return steps.flatMap(({ path, value: { run } }) => {
    const [file] = (typeof run === 'string' && /\bGITHUB_(?:ENV|PATH)\b/.exec(run)) || [];
    if (file === undefined) return [];
    const sentence = `\`${file}\` decides what later steps run; hand values on as outputs`;
    return [{ line: lineOf([...path, 'run']), rule: 'github-env', sentence }];
  });
}

/**
 * Commands that GitHub took away, since whatever was printed could give them, stay away.
 * @type {Rule}
 */
export function insecureCommands({ data, jobs, steps, lineOf }) {
  const places = [{ path: /** @type {Path} */ ([]), value: data }, ...jobs, ...steps];
  return places
    .filter(({ value }) => 'ACTIONS_ALLOW_UNSECURE_COMMANDS' in treeOf(value.env))
    .map(({ path }) => ({
      line: lineOf([...path, 'env', 'ACTIONS_ALLOW_UNSECURE_COMMANDS']),
      rule: 'insecure-commands',
      sentence: 'whatever is printed could set the environment again; leave this away',
    }));
}

/**
 * Who started a run is not who wrote what is in it: `github.actor` proves no bot.
 * @type {Rule}
 */
export function botConditions({ expressions }) {
  const bot =
    /github\.(?:triggering_)?actor\s*==\s*'[^']*\[bot\]'|'[^']*\[bot\]'\s*==\s*github\.(?:triggering_)?actor/i;
  return expressions
    .filter(({ path, text }) => path.at(-1) === 'if' && bot.test(text))
    .map(({ line }) => ({
      line,
      rule: 'bot-conditions',
      sentence:
        'a stranger’s change can bear a bot’s name as its last actor; ask `github.event.pull_request.user.login`',
    }));
}

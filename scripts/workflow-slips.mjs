// Rules about slips: what reads like a guard and is none, and what is trusted without a name that holds.
import { treeOf } from './read-workflow.mjs';

/** @typedef {import('./workflow-rules.mjs').Rule} Rule */
/** @typedef {import('./read-workflow.mjs').Path} Path */
/** @typedef {import('./read-workflow.mjs').Place} Place */
/** @typedef {import('./read-workflow.mjs').Workflow} Workflow */

const WHOLE = /^\$\{\{(?:'[^']*'|(?!\}\})[^'])*\}\}$/;

/**
 * A condition with anything around its braces, were it a line break, is a text, and every text is true.
 * @type {Rule}
 */
export function unsoundCondition({ jobs, steps, lineOf }) {
  return [...jobs, ...steps]
    .filter(({ value }) => typeof value.if === 'string' && value.if.includes('${{') && !WHOLE.test(value.if))
    .map(({ path }) => ({
      line: lineOf([...path, 'if']),
      rule: 'unsound-condition',
      sentence: 'this is always true: what stands around the braces makes it a text; leave the braces away',
    }));
}

/**
 * `contains('a b', x)` looks for x as a part of a text, and `a` or nothing at all is in there, too.
 * @type {Rule}
 */
export const unsoundContains = onExpressions('unsound-contains', /\bcontains\(\s*'[^']*'\s*,/i, () => {
  return 'any part of that text is contained in it; name the values as a list, with `fromJSON`';
});

/**
 * `x && '' || y` is y whatever x is.
 * @type {Rule}
 */
export const unsoundTernary = onExpressions('unsound-ternary', /&&\s*(?:''|false|0|null)\s*\|\|/i, () => {
  return 'what stands before `||` counts as false, so that the last one is taken always; turn the condition round';
});

/**
 * GitHub blots out a secret as it is stored, and no part of it.
 * @type {Rule}
 */
export const unredactedSecrets = onExpressions('unredacted-secrets', /\bfromJSON\(\s*secrets\b/i, () => {
  return 'a part of a secret is shown in logs; store each by itself';
});

/**
 * A rule about what an expression says.
 * @param {string} rule
 * @param {RegExp} wrong
 * @param {() => string} says
 * @returns {Rule}
 */
function onExpressions(rule, wrong, says) {
  return ({ expressions }) =>
    expressions.filter(({ text }) => wrong.test(text)).map(({ line }) => ({ line, rule, sentence: says() }));
}

/**
 * Images are named by their digest, as actions are by their commit.
 * @type {Rule}
 */
export function unpinnedImages(workflow) {
  return imagesOf(workflow)
    .filter(({ image }) => !/@sha256:[0-9a-f]{64}$/.test(image))
    .map(({ path, image }) => ({
      line: workflow.lineOf(path),
      rule: 'unpinned-images',
      sentence: `\`${image}\` is not pinned by a digest`,
    }));
}

/**
 * A registry's password is a secret.
 * @type {Rule}
 */
export function containerCredentials(workflow) {
  return imagesOf(workflow).flatMap(({ path, credentials }) => {
    const { password } = treeOf(credentials);
    if (password === undefined || String(password).includes('${{')) return [];
    const sentence = 'a password stands here for everybody to read; take it from a secret';
    return [
      {
        line: workflow.lineOf([...path, 'credentials', 'password']),
        rule: 'hardcoded-container-credentials',
        sentence,
      },
    ];
  });
}

/**
 * @param {Workflow} workflow
 * @returns {{ path: Path, image: string, credentials: unknown }[]}
 */
function imagesOf({ jobs }) {
  return jobs.flatMap(({ path, value: { container, services } }) => {
    const places = [
      ...(container === undefined ? [] : [{ path: [...path, 'container'], value: container }]),
      ...Object.entries(treeOf(services)).map(([name, value]) => ({ path: [...path, 'services', name], value })),
    ];
    return places.map(({ path: at, value }) => {
      const { image, credentials } = treeOf(value);
      return { path: at, image: String(image ?? value), credentials };
    });
  });
}

/** An input of the reusable workflow, `ubuntu-latest` by default. */
const CHOSEN = `\${{ inputs.runs-on }}`;

/**
 * Jobs run on GitHub's own machines, each on a fresh one: on others the next job finds what the last one left.
 * @type {Rule}
 */
export function selfHostedRunner({ jobs, lineOf }, { runners }) {
  return jobs
    .filter(({ path, value }) => !(runners.includes(String(path[1])) && value['runs-on'] === CHOSEN))
    .filter(
      ({ value }) =>
        value['runs-on'] !== undefined && !/^(?:ubuntu|windows|macos)-[\w.-]+$/.test(String(value['runs-on'])),
    )
    .map(({ path, value }) => ({
      line: lineOf([...path, 'runs-on']),
      rule: 'self-hosted-runner',
      sentence: `\`${JSON.stringify(value['runs-on'])}\` is not known to be a fresh machine of GitHub’s own`,
    }));
}

/**
 * An App's token names what it may, is for this repository, and ends with its job.
 * @type {Rule}
 */
export function githubApp({ steps, lineOf }) {
  return steps.flatMap(({ path, value: { uses, with: inputs } }) => {
    if (typeof uses !== 'string' || !/^actions\/create-github-app-token@/i.test(uses)) return [];
    const given = treeOf(inputs);
    const names = Object.keys(given);
    const sentence = !names.some((name) => name.startsWith('permission-'))
      ? 'the token may all that the App may; name the permissions'
      : names.includes('owner') && !names.includes('repositories')
        ? 'the token is for every repository of the owner; name them'
        : String(given['skip-token-revoke'] ?? 'false') !== 'false'
          ? 'the token outlives its job'
          : undefined;
    return sentence ? [{ line: lineOf([...path, 'uses']), rule: 'github-app', sentence }] : [];
  });
}

/**
 * Actions are GitHub's or our own: every other owner is somebody more to trust.
 * @param {(uses: string) => boolean} isOurs
 * @returns {Rule}
 */
export function forbiddenUses(isOurs) {
  return ({ jobs, steps, lineOf }) =>
    [...jobs, ...steps].flatMap(({ path, value: { uses } }) => {
      if (typeof uses !== 'string' || isOurs(uses) || uses.startsWith('docker://')) return [];
      const isPlain = /^actions(?:\/[\w-][\w.-]*)+@/.test(uses);
      const sentence = `\`${uses}\` is neither GitHub’s own nor ours`;
      return isPlain ? [] : [{ line: lineOf([...path, 'uses']), rule: 'forbidden-uses', sentence }];
    });
}

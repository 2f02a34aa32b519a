// A workflow's text → what the rules look at: its jobs, its steps, and every expression in it with the line it stands on.

import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';

/** As GitHub reads it: braces inside a string do not end an expression. */
const EXPRESSION = /\$\{\{((?:'[^']*'|(?!\}\})[^'])*)\}\}/g;

/** @typedef {readonly (string | number)[]} Path where something stands in a workflow, as its keys */
/** @typedef {{ readonly [key: string]: unknown }} Tree */
/** @typedef {{ readonly path: Path, readonly value: Tree }} Place */
/** @typedef {{ readonly path: Path, readonly text: string, readonly line: number }} Expression */

/**
 * A workflow as the rules see it.
 * @typedef {object} Workflow
 * @property {Tree} data
 * @property {readonly string[]} lines
 * @property {(path: Path) => number} lineOf
 * @property {readonly Place[]} jobs
 * @property {readonly Place[]} steps
 * @property {readonly Expression[]} expressions
 */

/**
 * Reads a workflow's text; throws on text that is no YAML, which is for the language service to explain.
 * @param {string} text
 * @returns {Workflow}
 */
export function readWorkflow(text) {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  if (document.errors[0]) throw document.errors[0];
  const data = treeOf(document.toJS());

  /** @param {Path} path */
  const lineOf = (path) => {
    for (let depth = path.length; depth > 0; depth -= 1) {
      const offset = offsetOf(document, path.slice(0, depth));
      if (offset !== undefined) return counter.linePos(offset).line;
    }
    return 1;
  };
  /** @param {Path} path */
  const isBlock = (path) => {
    const node = document.getIn(path, true);
    return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
  };

  const jobs = Object.entries(treeOf(data.jobs)).map(([name, job]) => ({ path: ['jobs', name], value: treeOf(job) }));
  const steps = jobs.flatMap(({ path, value }) =>
    listOf(value.steps).map((step, at) => ({ path: [...path, 'steps', at], value: treeOf(step) })),
  );
  const expressions = textsIn(data, []).flatMap(({ path, text: words }) => {
    const first = lineOf(path) + (isBlock(path) ? 1 : 0);
    return expressionsIn(words, path).map(({ text: inner, at }) => ({
      path,
      text: inner,
      line: first + words.slice(0, at).split('\n').length - 1,
    }));
  });
  return { data, lines: text.split('\n'), lineOf, jobs, steps, expressions };
}

/**
 * Where the key of something stands, or in a list the thing itself: the value of a key may begin a line later.
 * @param {import('yaml').Document} document
 * @param {Path} path
 * @returns {number | undefined}
 */
function offsetOf(document, path) {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const key = isMap(parent) ? parent.items.find((item) => String(item.key) === String(path.at(-1)))?.key : undefined;
  const node = key ?? document.getIn(path, true);
  return isNode(node) ? node.range?.[0] : undefined;
}

/**
 * @param {string} words
 * @param {Path} path
 * @returns {{ text: string, at: number }[]}
 */
function expressionsIn(words, path) {
  const found = [...words.matchAll(EXPRESSION)].map((match) => ({
    text: match[1] ?? '',
    at: match.index,
  }));
  // A condition is an expression even without its braces.
  return found.length === 0 && path.at(-1) === 'if' ? [{ text: words, at: 0 }] : found;
}

/**
 * The contexts that an expression reads, in one spelling: `github['event'] .issue` is `github.event.issue`.
 * @param {string} expression
 * @returns {string[]}
 */
export function contextsOf(expression) {
  const plain = expression.replace(/\[\s*'([^']*)'\s*\]/g, '.$1').replace(/'[^']*'/g, ' ');
  const names = plain.match(/(?<![\w.-])[a-z_][\w-]*(?:\s*\.\s*(?:[\w-]+|\*)|\s*\[[^\]]*\])*(?!\s*\(|[\w-])/gi) ?? [];
  return names
    .map((name) => name.replace(/\s+/g, '').replace(/\[[^\]]*\]/g, '.*'))
    .filter((name) => !/^(?:true|false|null|nan|infinity)$/i.test(name));
}

/**
 * The secrets that an expression reads; `*` stands for all of them.
 * @param {string} expression
 * @returns {string[]}
 */
export function secretsOf(expression) {
  return contextsOf(expression).flatMap((context) => {
    const [root, name] = context.split('.');
    return root?.toLowerCase() === 'secrets' ? [name ?? '*'] : [];
  });
}

/**
 * @param {unknown} value
 * @param {Path} path
 * @returns {{ path: Path, text: string }[]}
 */
function textsIn(value, path) {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, at) => textsIn(item, [...path, at]));
  return Object.entries(treeOf(value)).flatMap(([key, item]) => textsIn(item, [...path, key]));
}

/**
 * A value as a map; what is none has no keys.
 * @param {unknown} value
 * @returns {Tree}
 */
export function treeOf(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? /** @type {Tree} */ (value) : {};
}

/**
 * A value as a list; what is none has no items.
 * @param {unknown} value
 * @returns {readonly unknown[]}
 */
export function listOf(value) {
  return Array.isArray(value) ? value : [];
}

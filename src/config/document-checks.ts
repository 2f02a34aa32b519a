// Finds problems of a YAML document that must be known before it is converted to values: aliases, keys that zod ignores, and secrets. Used by
// `readConfig` (index.ts).

import { type Document, isAlias, isPair, isScalar, isSeq, type Node, visit } from 'yaml';
import { secretIn } from '../text/secret-patterns.js';
import { type Path, spell, type UnlocatedProblem } from './problem.js';

/** The most aliases that a document may have. */
const MAX_ALIASES = 100;

const plainValues = { expected: 'values that are written out', remedy: 'write the value out' };

/** Problems that make it unsafe to convert a document to values. An alias inside an anchored value is refused, because such aliases can form a cycle or grow exponentially. */
export function unsafeProblems(document: Document): readonly UnlocatedProblem[] {
  const aliases = walk(document).filter(({ node }) => isAlias(node));
  const unsafe = aliases.flatMap(({ node, path, ancestors }): UnlocatedProblem[] => {
    if (!isAlias(node)) return [];
    if (node.resolve(document) === undefined) return [{ ...plainValues, path, found: 'an alias of nothing' }];
    const isNested = ancestors.some((member) => hasAnchor(member));
    return isNested ? [{ ...plainValues, path, found: 'an alias inside an anchored value' }] : [];
  });
  const first = aliases[MAX_ALIASES];
  if (first !== undefined) unsafe.push({ ...plainValues, path: first.path, found: `alias number ${MAX_ALIASES + 1}` });
  if (document.directives?.yaml.version === '1.1') unsafe.push(oldYaml);
  return [...unsafe, ...prototypeProblems(document)];
}

/** In YAML 1.1 `on` and `no` are booleans and `1:30` is a number. */
const oldYaml: UnlocatedProblem = {
  path: [],
  atKey: true,
  expected: 'YAML 1.2',
  found: 'written for YAML 1.1',
  remedy: 'leave the `%YAML` line out',
};

/** zod ignores `__proto__` in records without an error. */
function prototypeProblems(document: Document): readonly UnlocatedProblem[] {
  return walk(document)
    .filter(({ node, isKey }) => isKey && isScalar(node) && node.value === '__proto__')
    .map(({ path }) => ({
      path,
      atKey: true,
      expected: `a setting of ${path.length > 1 ? `\`${spell(path.slice(0, -1))}\`` : 'the file'}`,
      found: 'not a setting',
      remedy: 'leave it out',
    }));
}

function hasAnchor(member: unknown): boolean {
  return typeof member === 'object' && member !== null && 'anchor' in member && member.anchor !== undefined;
}

/** A key or value of a document. */
interface NodeAt {
  readonly node: Node;
  readonly path: Path;
  readonly isKey: boolean;
  /** The nodes that contain it, outermost first. */
  readonly ancestors: readonly unknown[];
}

/** Every key and value of a document with its path. Aliases are not followed. */
function walk(document: Document): readonly NodeAt[] {
  const nodes: NodeAt[] = [];
  visit(document, {
    Node: (position, node, ancestors) => {
      nodes.push({ node, path: pathTo([...ancestors, node]), isKey: position === 'key', ancestors });
    },
  });
  return nodes;
}

/** The path of the last node of a chain, in which each node contains the next one. */
function pathTo(chain: readonly unknown[]): Path {
  return chain.flatMap((member, index): Path => {
    const parent = chain[index - 1];
    if (isPair(member)) return isScalar(member.key) ? [String(member.key.value)] : [];
    return isSeq(parent) ? [parent.items.indexOf(member)] : [];
  });
}

/** Keys and values that look like secrets. Everyone who can read the repository can read the configuration file. */
export function secretProblems(document: Document): readonly UnlocatedProblem[] {
  return walk(document).flatMap(({ node, path, isKey }) => {
    const kind = isScalar(node) && typeof node.value === 'string' ? secretIn(node.value) : undefined;
    if (kind === undefined) return [];
    const remedy = 'take it out, revoke it, and hand it over as a secret of the repository';
    return [
      { path, atKey: isKey, expected: 'no secrets in this file', found: `something shaped like ${kind}`, remedy },
    ];
  });
}

// Problems of a YAML document before it is converted to values: aliases, keys that zod ignores, and secrets.

import { type Document, isAlias, isPair, isScalar, isSeq, type Node, visit } from 'yaml';
import { secretIn } from '../text/secret-patterns.js';
import { type Path, spell, type UnlocatedProblem } from './problem.js';

/** The most aliases of a document. */
const mostAliases = 100;

const plainValues = { expected: 'values that are written out', remedy: 'write the value out' };

/** Problems that make it unsafe to convert a document to values. Aliases inside anchored values are refused, because they can form cycles or exponential growth. */
export function unsafeProblems(document: Document): readonly UnlocatedProblem[] {
  const aliases = walk(document).filter(({ node }) => isAlias(node));
  const unsafe = aliases.flatMap(({ node, path, around }): UnlocatedProblem[] => {
    if (!isAlias(node)) return [];
    if (node.resolve(document) === undefined) return [{ ...plainValues, path, found: 'an alias of nothing' }];
    const isNested = around.some((member) => hasAnchor(member));
    return isNested ? [{ ...plainValues, path, found: 'an alias inside an anchored value' }] : [];
  });
  const first = aliases[mostAliases];
  if (first !== undefined) unsafe.push({ ...plainValues, path: first.path, found: `alias number ${mostAliases + 1}` });
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

interface Place {
  readonly node: Node;
  readonly path: Path;
  readonly isKey: boolean;
  /** The nodes around it, outermost first. */
  readonly around: readonly unknown[];
}

/** Every key and value of a document with its path, aliases not followed. */
function walk(document: Document): readonly Place[] {
  const places: Place[] = [];
  visit(document, {
    Node: (position, node, around) => {
      places.push({ node, path: pathTo([...around, node]), isKey: position === 'key', around });
    },
  });
  return places;
}

function pathTo(chain: readonly unknown[]): Path {
  return chain.flatMap((member, at): Path => {
    const parent = chain[at - 1];
    if (isPair(member)) return isScalar(member.key) ? [String(member.key.value)] : [];
    return isSeq(parent) ? [parent.items.indexOf(member)] : [];
  });
}

/** Values that look like secrets. Everyone who can read the repository can read this file. */
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

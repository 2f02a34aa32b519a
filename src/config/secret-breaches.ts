import { type Document, isScalar } from 'yaml';
import { secretIn } from '../text/secret-shapes.js';
import type { Breach } from './problem.js';
import { walk } from './walk.js';

/** Tokens and keys by their shape: this file is read by everybody who can read the repository. */
export function secretBreaches(document: Document): readonly Breach[] {
  return walk(document).flatMap(({ node, path, isKey }) => {
    const kind = isScalar(node) && typeof node.value === 'string' ? secretIn(node.value) : undefined;
    if (kind === undefined) return [];
    const remedy = 'take it out, revoke it, and hand it over as a secret of the repository';
    return [
      { path, atKey: isKey, expected: 'no secrets in this file', found: `something shaped like ${kind}`, remedy },
    ];
  });
}

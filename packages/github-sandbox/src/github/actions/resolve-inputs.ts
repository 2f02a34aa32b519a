// Completes the inputs of a dispatch.

import { unprocessable } from '../refusal.js';
import type { DispatchInputs } from './workflow-files.js';

export type Inputs = { readonly [name: string]: string };

/** Checks the inputs of a dispatch against the workflow's, adds defaults, and converts all values to strings. */
export function resolveInputs(taken: DispatchInputs, given: { readonly [name: string]: unknown }): Inputs {
  const unexpected = Object.keys(given).filter((name) => !(name in taken));
  if (unexpected.length > 0) throw unprocessable(`Unexpected inputs provided: ${JSON.stringify(unexpected)}`);
  const values = Object.entries(taken).map(([name, input]) => {
    const value = given[name] ?? input?.default;
    if (value === undefined && input?.required === true) throw unprocessable(`Required input '${name}' not provided`);
    const text = value === undefined ? '' : String(value);
    if (input?.options !== undefined && text !== '' && !input.options.includes(text)) {
      throw unprocessable(`Provided value '${text}' for input '${name}' not in the list of allowed values`);
    }
    return [name, text] as const;
  });
  return Object.fromEntries(values);
}

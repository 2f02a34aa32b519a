// Checks the inputs of a dispatched workflow. Used by the entry of the runner and by run/begin-run.

import { entriesOf, plainOf, type Template, textOf, valueAt, wordsOf } from '../expressions/template.js';
import type { Json, JsonObject } from '../json.js';

interface DispatchInputs {
  /** The `inputs` context, with typed booleans and numbers. */
  inputs: JsonObject;
  /** `github.event.inputs`, all strings. */
  texts: Record<string, string>;
  /** GitHub's error messages; with any of them nothing starts. */
  problems: string[];
}

/** Checks the inputs of workflow_dispatch and fills in defaults. */
export function dispatchInputs(trigger: Template, given: Record<string, Json>): DispatchInputs {
  const declared = entriesOf(valueAt(trigger, 'inputs'));
  const names = declared.map(([name]) => name);
  const unexpected = Object.keys(given).filter((name) => !names.includes(name));
  const result: DispatchInputs = { inputs: {}, texts: {}, problems: [] };
  if (unexpected.length > 0) result.problems.push(`Unexpected inputs provided: ${JSON.stringify(unexpected)}`);
  for (const [name, input] of declared) fillInput(result, { name, input, value: given[name] });
  return result;
}

function fillInput(
  result: DispatchInputs,
  { name, input, value }: { name: string; input: Template; value: Json | undefined },
): void {
  const fallback = plainOf(valueAt(input, 'default') ?? null);
  const chosen = value === undefined || value === null || value === '' ? fallback : value;
  if (chosen === null && valueAt(input, 'required') === true) {
    result.problems.push(`Required input '${name}' not provided`);
    return;
  }
  const type = textOf(valueAt(input, 'type')) || 'string';
  const options = wordsOf(valueAt(input, 'options'));
  const read = readTyped(type, { value: chosen, options });
  if (read === undefined)
    result.problems.push(`Provided value '${String(chosen)}' for input '${name}' is not ${wanted(type, options)}`);
  result.inputs[name] = read ?? '';
  result.texts[name] = String(read ?? '');
}

function readTyped(
  type: string,
  { value, options }: { value: Json; options: string[] },
): string | number | boolean | undefined {
  const text = value === null ? '' : String(value);
  if (type === 'boolean') return { true: true, false: false, '': false }[text.toLowerCase()];
  if (type === 'number') return text === '' ? '' : numberOf(text);
  if (type === 'choice') return chosenOf(text || (options[0] ?? ''), options);
  return text;
}

function numberOf(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function chosenOf(text: string, options: string[]): string | undefined {
  return options.includes(text) ? text : undefined;
}

function wanted(type: string, options: string[]): string {
  return type === 'choice' ? `one of ${options.join(', ')}` : `a ${type}`;
}

// Checks and completes the inputs of a reusable workflow. Used by run/plan-workflow and run/call-workflow.

import { entriesOf, type Template, textOf, valueAt } from '../expressions/template.js';
import type { Json, JsonObject } from '../json.js';

/** Missing or unknown inputs and secrets of a reusable workflow call, known before it runs. */
export function callProblems({
  trigger,
  inputs,
  secrets,
}: {
  trigger: Template;
  inputs: string[];
  secrets: string[] | 'inherit';
}): string[] {
  const declared = entriesOf(valueAt(trigger, 'inputs'));
  const declaredSecrets = entriesOf(valueAt(trigger, 'secrets'));
  return [
    ...missing(declared, inputs).map((name) => `the required input '${name}' is not given`),
    ...unknown(declared, inputs).map((name) => `the input '${name}' is not defined in the called workflow`),
    ...(secrets === 'inherit'
      ? []
      : missing(declaredSecrets, secrets).map((name) => `the required secret '${name}' is not given`)),
    ...(secrets === 'inherit'
      ? []
      : unknown(declaredSecrets, secrets).map((name) => `the secret '${name}' is not defined in the called workflow`)),
  ];
}

/** The `inputs` of a called workflow, type-checked, with defaults. */
export function callInputs({
  trigger,
  given,
  defaultOf,
}: {
  trigger: Template;
  given: JsonObject;
  defaultOf: (template: Template) => Json;
}): JsonObject {
  const declared = entriesOf(valueAt(trigger, 'inputs'));
  return Object.fromEntries(
    declared.map(([name, input]) => {
      const type = textOf(valueAt(input, 'type')) || 'string';
      const value = given[name] ?? defaultOf(valueAt(input, 'default') ?? null) ?? emptyOf(type);
      if (typeof value !== type)
        throw new Error(`the input '${name}' must be a ${type}, but is ${JSON.stringify(value)}`);
      return [name, value];
    }),
  );
}

function emptyOf(type: string): Json {
  if (type === 'boolean') return false;
  return type === 'number' ? 0 : '';
}

function missing(declared: [string, Template][], given: string[]): string[] {
  return declared
    .filter(([name, definition]) => valueAt(definition, 'required') === true && !given.includes(name))
    .map(([name]) => name);
}

function unknown(declared: [string, Template][], given: string[]): string[] {
  return given.filter((name) => !declared.some(([known]) => known === name));
}

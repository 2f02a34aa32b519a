import { parse } from 'yaml';
import { at, isObject, type Json, textAt } from '../json.js';
import { Refusal, sentenceOf } from '../refusal.js';

export interface NodeAction {
  name: string;
  main: string;
  pre?: string;
  preIf: string;
  post?: string;
  postIf: string;
  /** Defaults as written, which may hold expressions such as `${{ github.token }}`. */
  defaults: Record<string, string>;
}

const RUNTIMES = ['node20', 'node24'];

/** Reads an action.yml; only node actions pass, the others are refused by what they are. */
export function parseAction(where: string, content: string): NodeAction {
  const action = readYaml(where, content);
  const using = textAt(action, 'runs', 'using');
  if (using === 'docker') throw new Refusal(where, 'docker actions are not run by the embedded runner');
  if (using === 'composite') throw new Refusal(where, 'composite actions are not run by the embedded runner');
  if (!RUNTIMES.includes(using)) {
    throw new Refusal(
      where,
      `actions using '${using}' are not run by the embedded runner, only ${RUNTIMES.join(' and ')}`,
    );
  }
  const main = textAt(action, 'runs', 'main');
  if (main === '') throw new Refusal(where, 'its action.yml names no runs.main');
  const pre = textAt(action, 'runs', 'pre');
  const post = textAt(action, 'runs', 'post');
  return {
    name: textAt(action, 'name'),
    main,
    ...(pre === '' ? {} : { pre }),
    preIf: textAt(action, 'runs', 'pre-if') || 'always()',
    ...(post === '' ? {} : { post }),
    postIf: textAt(action, 'runs', 'post-if') || 'always()',
    defaults: defaultsOf(at(action, 'inputs')),
  };
}

function readYaml(where: string, content: string): Json {
  try {
    return parse(content);
  } catch (thrown) {
    throw new Refusal(where, `its action.yml cannot be read: ${sentenceOf(thrown)}`);
  }
}

function defaultsOf(inputs: Json): Record<string, string> {
  if (!isObject(inputs)) return {};
  const withDefault = Object.entries(inputs).map(([name, input]): [string, Json] => [name, at(input, 'default')]);
  return Object.fromEntries(
    withDefault.filter(([, value]) => value !== null).map(([name, value]) => [name, String(value)]),
  );
}

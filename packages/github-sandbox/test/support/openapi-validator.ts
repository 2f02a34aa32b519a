import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Exchange } from '../../src/github/index.js';

type Json = { readonly [name: string]: unknown };
type Operation = { readonly pointer: string; readonly operation: Json };

/** What the official description says about one exchange: nothing, when it fits. */
export type Verdict = { readonly validated: boolean; readonly problems: readonly string[] };

const file = new URL('../fixtures/openapi/github.json', import.meta.url);

/** Holds requests and answers against GitHub's own description of its REST API; each operation is compiled when it is first met. */
export function loadValidator(): (exchange: Exchange) => Verdict {
  const document = asJsonSchema(JSON.parse(readFileSync(file, 'utf8')));
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, inlineRefs: false });
  addFormats.default(ajv);
  // URI templates stand where the description says uri, GitHub's own answers included.
  for (const lenient of ['uri', 'uri-template']) ajv.addFormat(lenient, true);
  ajv.addSchema({ ...document, $id: 'github' }, 'github', undefined, false);
  const compiled = new Map<string, ValidateFunction>();
  const check = (pointer: string, value: unknown): string[] => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `github#${pointer}` });
    compiled.set(pointer, validate);
    return validate(value)
      ? []
      : (validate.errors ?? []).slice(0, 5).map((one) => `${one.instancePath} ${one.message}`);
  };
  const operations = indexOperations(document);
  return (exchange) => judge({ exchange, document, operations, check });
}

type Court = {
  exchange: Exchange;
  document: Json;
  operations: ReadonlyMap<string, Operation>;
  check: (pointer: string, value: unknown) => string[];
};

function judge({ exchange, document, operations, check }: Court): Verdict {
  const found = operations.get(exchange.operation ?? '');
  if (found === undefined) return { validated: false, problems: [] };
  const accepted = exchange.status < 400;
  const problems = [
    ...(accepted ? requestProblems({ exchange, found, document, check }) : []),
    ...responseProblems({ exchange, found, document, check }),
  ];
  return { validated: true, problems };
}

type Side = Omit<Court, 'operations'> & { found: Operation };

function requestProblems({ exchange, found, document, check }: Side): string[] {
  const unknown = unknownQuery(exchange, found, document).map((name) => `request: unknown query parameter ${name}`);
  const pointer = `${found.pointer}/requestBody/content/${escapePart('application/json')}/schema`;
  const schema = at(document, pointer);
  if (schema === undefined || exchange.requestBody.length === 0) return unknown;
  const body: unknown = JSON.parse(exchange.requestBody.toString());
  return [...unknown, ...check(pointer, body).map((problem) => `request: ${problem}`)];
}

function unknownQuery({ query }: Exchange, { operation }: Operation, document: Json): string[] {
  const known = list(operation.parameters).map((one) => {
    const { $ref } = one;
    return typeof $ref === 'string' ? at(document, $ref.slice(1)) : one;
  });
  const names = new Set(known.map((one) => (isJson(one) ? one.name : null)));
  return [...new URLSearchParams(query).keys()].filter((name) => !names.has(name));
}

function responseProblems({ exchange, found, document, check }: Side): string[] {
  const { status, responseJson } = exchange;
  const own = `${found.pointer}/responses/${status}`;
  const response = at(document, own);
  if (response === undefined) return undescribed(exchange);
  const reference = isJson(response) ? response.$ref : undefined;
  const base = typeof reference === 'string' ? reference.slice(1) : own;
  const pointer = `${base}/content/${escapePart('application/json')}/schema`;
  if (at(document, pointer) === undefined || responseJson === undefined) return [];
  return check(pointer, responseJson).map((problem) => `${status}: ${problem}`);
}

/** Refusals that are everywhere (bad token, bad JSON, limits) are described nowhere; they still have one shape. */
function undescribed({ status, responseJson }: Exchange): string[] {
  if (status === 304) return [];
  const shaped = isJson(responseJson) && typeof responseJson.message === 'string';
  return status >= 400 && shaped ? [] : [`${status} is not described`];
}

function indexOperations(document: Json): Map<string, Operation> {
  const entries = Object.entries(object(document.paths)).flatMap(([path, item]) =>
    Object.entries(object(item)).map(([method, operation]) => {
      const pointer = `/paths/${escapePart(path)}/${method}`;
      return [String(object(operation).operationId), { pointer, operation: object(operation) }] as const;
    }),
  );
  return new Map(entries);
}

/** OpenAPI 3.0 says `nullable`, JSON Schema says null. */
function asJsonSchema(node: unknown): Json {
  return object(withNull(node));
}

function withNull(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNull);
  if (!isJson(node)) return node;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, withNull(value)]),
  );
  if (nullable !== true) return typeof nullable === 'object' ? { ...rest, nullable } : rest;
  return { anyOf: [rest, { type: 'null' }] };
}

const escapePart = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
const unescapePart = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

function at(document: Json, pointer: string): unknown {
  const parts = pointer.split('/').slice(1).map(unescapePart);
  return parts.reduce<unknown>((node, part) => (isJson(node) ? node[part] : undefined), document);
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const object = (value: unknown): Json => (isJson(value) ? value : {});
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

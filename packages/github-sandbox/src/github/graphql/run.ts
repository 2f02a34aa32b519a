// Validates and executes GraphQL queries, and words errors as GitHub does. Used by endpoints/graphql.ts.

import {
  type ASTNode,
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  parse,
  validate,
  visit,
} from 'graphql';
import { type Cost, costOf, MAX_NODES } from './cost.js';
import type { BrokenField, Fields, QueryContext } from './query-context.js';

export type Query = {
  readonly query: string;
  readonly variables?: { readonly [name: string]: unknown } | undefined;
  readonly operationName?: string | undefined;
};

/** A validated query with its cost, or its errors. */
type Prepared = { readonly document: DocumentNode; readonly cost: Cost } | { readonly errors: readonly Fields[] };

/** Parses and validates a query and computes its cost. */
export function prepare(schema: GraphQLSchema, { query, variables = {}, operationName }: Query): Prepared {
  const read = validatedQuery(schema, query);
  if ('errors' in read) return read;
  const { document } = read;
  const operation = getOperationAST(document, operationName);
  if (operation == null) return { errors: [{ message: 'No operation was found in the query.' }] };
  const cost = costOf({ schema, document, operation, variables });
  return cost.fieldOverLimit === null ? { document, cost } : { errors: [tooMany(cost)] };
}

type Validated = { readonly document: DocumentNode } | { readonly errors: readonly Fields[] };

/** Validated queries by schema and text. Clients send the same few texts repeatedly, and validation takes longer than execution. */
const validatedQueries = new WeakMap<GraphQLSchema, Map<string, Validated>>();
const MAX_CACHED_QUERIES = 200;

function validatedQuery(schema: GraphQLSchema, text: string): Validated {
  const results = validatedQueries.get(schema) ?? new Map<string, Validated>();
  validatedQueries.set(schema, results);
  const result = results.get(text) ?? readQuery(schema, text);
  if (results.size >= MAX_CACHED_QUERIES) results.clear();
  results.set(text, result);
  return result;
}

function readQuery(schema: GraphQLSchema, text: string): Validated {
  const document = parseQuery(text);
  if (document instanceof GraphQLError) return { errors: [{ message: document.message }] };
  const errors = validate(schema, document);
  return errors.length > 0 ? { errors: errors.map((error) => validationError(error, document)) } : { document };
}

function parseQuery(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query);
  } catch (problem) {
    if (problem instanceof GraphQLError) return problem;
    throw problem;
  }
}

const tooMany = ({ nodes, fieldOverLimit: deepest }: Cost): Fields => ({
  type: 'MAX_NODE_LIMIT_EXCEEDED',
  message:
    `By the time this query traverses to the ${deepest} connection, it is requesting up to ` +
    `${nodes.toLocaleString('en')} possible nodes which exceeds the maximum limit of ${MAX_NODES.toLocaleString('en')}.`,
});

/** Executes a prepared query for a caller. */
export async function executeQuery(given: {
  schema: GraphQLSchema;
  document: DocumentNode;
  query: Query;
  root: Fields;
  context: QueryContext;
}): Promise<Fields> {
  const { schema, document, query, root, context } = given;
  const result = await execute({
    schema,
    document,
    rootValue: root,
    contextValue: context,
    variableValues: query.variables ?? {},
    operationName: query.operationName ?? null,
    fieldResolver: readField,
  });
  const { data = null, errors = [] } = result;
  return errors.length === 0 ? { data } : { data, errors: errors.map(executionError) };
}

/** A field that exists in the schema but is not implemented here is an error, so that no client mistakes it for null. */
const readField: GraphQLFieldResolver<unknown, QueryContext> = (source, given, context, info) => {
  const { fieldName, parentType } = info;
  for (const broken of context.brokenFields) failIfBroken(broken, { source, field: `${parentType.name}.${fieldName}` });
  if (typeof source !== 'object' || source === null || !(fieldName in source)) {
    throw new GraphQLError(`The embedded GitHub does not serve ${parentType.name}.${fieldName}.`);
  }
  const value: unknown = Reflect.get(source, fieldName);
  return typeof value === 'function' ? value(given, context, info) : value;
};

/** Applies a fault to one field, of all objects or of one number or name. */
function failIfBroken(broken: BrokenField, { source, field }: { source: unknown; field: string }): void {
  if (broken.field !== field) return;
  const { number, name } = Object(source);
  if (broken.of !== undefined && broken.of !== number && broken.of !== name) return;
  const message = broken.message ?? 'Something went wrong while executing your query.';
  throw new GraphQLError(message, { extensions: { type: broken.type ?? 'SERVICE_UNAVAILABLE' } });
}

type Shape = { readonly [name: string]: unknown };

const undefinedField = /^Cannot query field "(\w+)" on type "(\w+)"/;

/** An execution error in GitHub's format, with its type. */
export function executionError(error: GraphQLError): Shape {
  const { type } = error.extensions;
  return {
    ...(typeof type === 'string' ? { type } : {}),
    path: error.path ?? [],
    locations: locationsOf(error),
    message: error.message,
  };
}

/** A validation error in GitHub's format: its path in the query and a code. */
export function validationError(error: GraphQLError, document: DocumentNode): Shape {
  const [, fieldName, typeName] = undefinedField.exec(error.message) ?? [];
  const unknown = fieldName !== undefined;
  return {
    path: pathTo(document, error.nodes?.[0]),
    extensions: unknown ? { code: 'undefinedField', typeName, fieldName } : { code: 'argumentLiteralsIncompatible' },
    locations: locationsOf(error),
    message: unknown ? `Field '${fieldName}' doesn't exist on type '${typeName}'` : error.message,
  };
}

const locationsOf = ({ locations }: GraphQLError) => (locations ?? []).map(({ line, column }) => ({ line, column }));

function pathTo(document: DocumentNode, target: ASTNode | undefined): string[] {
  const path: string[] = [];
  const found: string[] = [];
  visit(document, {
    enter: (node) => {
      const name = nameOf(node);
      if (name !== null) path.push(name);
      if (node === target) found.push(...path);
    },
    leave: (node) => {
      if (nameOf(node) !== null) path.pop();
    },
  });
  return found;
}

function nameOf(node: ASTNode): string | null {
  if (node.kind === Kind.OPERATION_DEFINITION) return [node.operation, node.name?.value ?? []].flat().join(' ');
  if (node.kind === Kind.FRAGMENT_DEFINITION) return `fragment ${node.name.value}`;
  return node.kind === Kind.FIELD ? (node.alias ?? node.name).value : null;
}

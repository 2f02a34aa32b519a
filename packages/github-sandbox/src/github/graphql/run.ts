import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getOperationAST,
  parse,
  validate,
} from 'graphql';
import { type Cost, costOf, mostNodes } from './cost.js';
import { executionError, validationError } from './errors.js';
import type { BrokenField, Fields, Sight } from './sight.js';

export type Query = {
  readonly query: string;
  readonly variables?: { readonly [name: string]: unknown } | undefined;
  readonly operationName?: string | undefined;
};

/** A query that was read and fits the schema, with what it costs; or what is wrong with it. */
type Prepared = { readonly document: DocumentNode; readonly cost: Cost } | { readonly errors: readonly Fields[] };

/** Reads, checks and prices a query before anything is done. */
export function prepare(schema: GraphQLSchema, { query, variables = {}, operationName }: Query): Prepared {
  const document = parseQuery(query);
  if (document instanceof GraphQLError) return { errors: [{ message: document.message }] };
  const misfits = validate(schema, document);
  if (misfits.length > 0) return { errors: misfits.map((error) => validationError(error, document)) };
  const operation = getOperationAST(document, operationName);
  if (operation == null) return { errors: [{ message: 'No operation was found in the query.' }] };
  const cost = costOf({ schema, document, operation, variables });
  return cost.deepest === null ? { document, cost } : { errors: [tooMany(cost)] };
}

function parseQuery(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query);
  } catch (problem) {
    if (problem instanceof GraphQLError) return problem;
    throw problem;
  }
}

const tooMany = ({ nodes, deepest }: Cost): Fields => ({
  type: 'MAX_NODE_LIMIT_EXCEEDED',
  message:
    `By the time this query traverses to the ${deepest} connection, it is requesting up to ` +
    `${nodes.toLocaleString('en')} possible nodes which exceeds the maximum limit of ${mostNodes.toLocaleString('en')}.`,
});

/** Carries a prepared query out as somebody sees the world. */
export async function carryOut(given: {
  schema: GraphQLSchema;
  document: DocumentNode;
  query: Query;
  root: Fields;
  sight: Sight;
}): Promise<Fields> {
  const { schema, document, query, root, sight } = given;
  const result = await execute({
    schema,
    document,
    rootValue: root,
    contextValue: sight,
    variableValues: query.variables ?? {},
    operationName: query.operationName ?? null,
    fieldResolver: readField,
  });
  const { data = null, errors = [] } = result;
  return errors.length === 0 ? { data } : { data, errors: errors.map(executionError) };
}

/** A field the schema knows and this GitHub does not serve is an error and not a null: nobody shall trust it by mistake. */
const readField: GraphQLFieldResolver<unknown, Sight> = (source, given, sight, info) => {
  const { fieldName, parentType } = info;
  for (const broken of sight.broken) failIfStruck(broken, { source, field: `${parentType.name}.${fieldName}` });
  if (typeof source !== 'object' || source === null || !(fieldName in source)) {
    throw new GraphQLError(`The embedded GitHub does not serve ${parentType.name}.${fieldName}.`);
  }
  const value: unknown = Reflect.get(source, fieldName);
  return typeof value === 'function' ? value(given, sight, info) : value;
};

/** A fault may break one field for everybody, or of one thing only, by its number or name. */
function failIfStruck(broken: BrokenField, { source, field }: { source: unknown; field: string }): void {
  if (broken.field !== field) return;
  const { number, name } = Object(source);
  if (broken.of !== undefined && broken.of !== number && broken.of !== name) return;
  const message = broken.message ?? 'Something went wrong while executing your query.';
  throw new GraphQLError(message, { extensions: { type: broken.type ?? 'SERVICE_UNAVAILABLE' } });
}

// Computes the cost of a GraphQL query. Used by run.ts; query-context.ts uses its type.

import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

/** GitHub's limit for the nodes that one query may request. */
export const MAX_NODES = 500_000;

/** `fieldOverLimit` is the field with which the query exceeds `MAX_NODES`; null if it does not. */
export type Cost = { readonly points: number; readonly nodes: number; readonly fieldOverLimit: string | null };
type Variables = { readonly [name: string]: unknown };
type CostSum = { requests: number; nodes: number; fieldOverLimit: string | null };
type CostWalk = {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Variables;
  readonly counted: CostSum;
};
/** The type whose fields are walked, and how many nodes of it the query requests. */
type Place = { readonly type: GraphQLNamedType | null; readonly times: number };

/**
 * The cost of a query by GitHub's published formula: each connection counts one request for every node of its parent; the sum divided by
 * 100, rounded, at least 1.
 */
export function costOf(given: {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Variables;
}): Cost {
  const { schema, document, operation, variables } = given;
  const definitions = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  const fragments = new Map(definitions.map((one) => [one.name.value, one]));
  const counted: CostSum = { requests: 0, nodes: 0, fieldOverLimit: null };
  const type = schema.getRootType(operation.operation) ?? null;
  const known = { ...defaultsOf(operation), ...variables };
  walk({ schema, fragments, variables: known, counted }, operation.selectionSet, { type, times: 1 });
  return {
    points: Math.max(1, Math.round(counted.requests / 100)),
    nodes: counted.nodes,
    fieldOverLimit: counted.fieldOverLimit,
  };
}

/** Default values of the query's variables. */
function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Variables {
  const entries = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue === undefined ? [] : [[variable.name.value, readValue(defaultValue, {})] as const],
  );
  return Object.fromEntries(entries);
}

function walk(given: CostWalk, selections: SelectionSetNode, place: Place): void {
  for (const selection of selections.selections) {
    if (selection.kind === Kind.FIELD) walkField(given, selection, place);
    else if (selection.kind === Kind.INLINE_FRAGMENT) {
      const { typeCondition } = selection;
      const type = typeCondition === undefined ? place.type : (given.schema.getType(typeCondition.name.value) ?? null);
      walk(given, selection.selectionSet, { ...place, type });
    } else {
      const fragment = given.fragments.get(selection.name.value);
      if (fragment === undefined) continue;
      const type = given.schema.getType(fragment.typeCondition.name.value) ?? null;
      walk(given, fragment.selectionSet, { ...place, type });
    }
  }
}

function walkField(given: CostWalk, field: FieldNode, { type, times }: Place): void {
  if (field.selectionSet === undefined) return;
  const below = typeOfField(type, field.name.value);
  const size = below?.name.endsWith('Connection') ? pageSize(given, field) : null;
  const idCount = size === null ? idsIn(given, field) : null;
  const { counted } = given;
  if (size !== null) counted.requests += times;
  counted.nodes += times * (size ?? idCount ?? 0);
  if (counted.nodes > MAX_NODES) counted.fieldOverLimit ??= field.name.value;
  walk(given, field.selectionSet, { type: below, times: times * (size ?? idCount ?? 1) });
}

function typeOfField(type: GraphQLNamedType | null, name: string): GraphQLNamedType | null {
  if (type === null || !(isObjectType(type) || isInterfaceType(type))) return null;
  const field = type.getFields()[name];
  const named = field === undefined ? null : getNamedType(field.type);
  return isCompositeType(named) ? named : null;
}

/** The number of nodes a connection requests; null if it only counts. */
function pageSize(given: CostWalk, field: FieldNode): number | null {
  const sizes = ['first', 'last'].map((name) => argument(given, field, name));
  return sizes.find((size): size is number => typeof size === 'number') ?? null;
}

/** The number of ids in `nodes(ids:)`, which is no connection but requests that many nodes; null for other fields. */
function idsIn(given: CostWalk, field: FieldNode): number | null {
  const ids = field.name.value === 'nodes' ? argument(given, field, 'ids') : null;
  return Array.isArray(ids) ? ids.length : null;
}

function argument(given: CostWalk, field: FieldNode, name: string): unknown {
  const found = field.arguments?.find((one) => one.name.value === name);
  return found === undefined ? null : readValue(found.value, given.variables);
}

function readValue(node: ValueNode, variables: Variables): unknown {
  if (node.kind === Kind.VARIABLE) return variables[node.name.value];
  if (node.kind === Kind.INT) return Number(node.value);
  return node.kind === Kind.LIST ? node.values : null;
}

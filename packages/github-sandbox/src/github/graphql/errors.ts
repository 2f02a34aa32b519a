import { type ASTNode, type DocumentNode, type GraphQLError, Kind, visit } from 'graphql';

type Shape = { readonly [name: string]: unknown };

const undefinedField = /^Cannot query field "(\w+)" on type "(\w+)"/;

/** An error that came up while fields were read: GitHub puts its type beside the message. */
export function executionError(error: GraphQLError): Shape {
  const { type } = error.extensions;
  return {
    ...(typeof type === 'string' ? { type } : {}),
    path: error.path ?? [],
    locations: locationsOf(error),
    message: error.message,
  };
}

/** A query that does not fit the schema: the path leads through the query, the code says what kind of misfit it is. */
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

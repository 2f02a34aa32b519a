import { readFile } from 'node:fs/promises';
import { buildASTSchema, type DefinitionNode, type DocumentNode, type GraphQLSchema, Kind, parse } from 'graphql';
import { newerFields } from './newer-fields.js';

const built = new Map<string, Promise<GraphQLSchema>>();

/** GitHub's schema, with its newer fields; from a file, where a newer one was downloaded. Building takes a while, so it is kept. */
export function loadSchema(file: string | null): Promise<GraphQLSchema> {
  const key = file ?? '';
  const schema = built.get(key) ?? build(file);
  built.set(key, schema);
  return schema;
}

async function build(file: string | null): Promise<GraphQLSchema> {
  const text = file === null ? (await import('@octokit/graphql-schema')).schema.idl : await readFile(file, 'utf8');
  const base = parse(text, { noLocation: true });
  const added = withoutKnown(parse(newerFields, { noLocation: true }), base);
  const definitions = [...base.definitions, ...added];
  return buildASTSchema({ kind: Kind.DOCUMENT, definitions }, { assumeValid: true });
}

/** The additions that a schema does not have yet: types by name, fields by type and name. */
function withoutKnown(additions: DocumentNode, base: DocumentNode): DefinitionNode[] {
  const types = new Map(
    base.definitions.flatMap((one) =>
      'name' in one && one.name !== undefined ? [[one.name.value, one] as const] : [],
    ),
  );
  return additions.definitions.flatMap((one): DefinitionNode[] => {
    if (one.kind !== Kind.OBJECT_TYPE_EXTENSION) {
      return 'name' in one && one.name !== undefined && types.has(one.name.value) ? [] : [one];
    }
    const known = types.get(one.name.value);
    const names = known?.kind === Kind.OBJECT_TYPE_DEFINITION ? (known.fields ?? []).map(({ name }) => name.value) : [];
    const fields = (one.fields ?? []).filter(({ name }) => !names.includes(name.value));
    return fields.length === 0 ? [] : [{ ...one, fields }];
  });
}

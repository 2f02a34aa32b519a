import * as z from 'zod';
import { schema, sectionNames } from './schema.js';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The schema that editors read, draft 2020-12. It says all that a schema can; how settings go together only `readConfig` knows. */
export function toJsonSchema(): JsonSchema {
  const { $schema, ...generated } = z.toJSONSchema(schema, { io: 'input' });
  const properties = Object.entries(generated.properties ?? {}).map(([name, property]) => [
    name,
    orEmpty(name, property),
  ]);
  return {
    ...($schema === undefined ? {} : { $schema }),
    title: 'crew',
    description: 'The configuration of crew, .github/crew.yml. Every setting is optional.',
    ...generated,
    properties: Object.fromEntries(properties),
  };
}

/** A section whose lines are all commented out is null in YAML, and means its defaults. */
function orEmpty(name: string, property: z.core.JSONSchema._JSONSchema): z.core.JSONSchema._JSONSchema {
  if (typeof property === 'boolean' || !sectionNames.includes(name)) return property;
  const { type: _, default: __, ...section } = property;
  return { anyOf: [{ type: 'object', ...section }, { type: 'null' }], default: {} };
}

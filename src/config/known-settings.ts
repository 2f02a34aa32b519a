import * as z from 'zod';
import { schema } from './schema.js';

/** The names of the settings that stand at a place, read off the schema. None where names are free or nothing has a name. */
export function knownSettings(path: readonly PropertyKey[]): readonly string[] {
  const place = path.reduce<unknown>(step, schema);
  const group = unwrap(place);
  return group instanceof z.ZodObject ? Object.keys(group.shape) : [];
}

/** Where else a setting of this name stands, for settings that were written in the wrong group. */
export function elsewhere(name: string): string | undefined {
  const groups = Object.entries(schema.shape);
  const home = groups.find(([, group]) => {
    const inner = unwrap(group);
    return inner instanceof z.ZodObject && Object.hasOwn(inner.shape, name);
  });
  if (home !== undefined) return `${home[0]}.${name}`;
  return Object.hasOwn(schema.shape, name) ? name : undefined;
}

function step(place: unknown, key: PropertyKey): unknown {
  const group = unwrap(place);
  if (group instanceof z.ZodObject) return group.shape[String(key)];
  if (group instanceof z.ZodArray) return group.element;
  return group instanceof z.ZodRecord ? group.valueType : undefined;
}

function unwrap(place: unknown): unknown {
  const isWrapped =
    place instanceof z.ZodDefault || place instanceof z.ZodPrefault || place instanceof z.ZodExactOptional;
  return isWrapped ? unwrap(place.unwrap()) : place;
}

// Converts between JSON and the values of GitHub's expression library. Used by this folder, by run/ and by decide/matrix.

import { data } from '@actions/expressions';
import type { Json } from '../json.js';

/** Converts JSON to the expression library's data. */
export function toData(value: Json): data.ExpressionData {
  if (value === null) return new data.Null();
  if (typeof value === 'string') return new data.StringData(value);
  if (typeof value === 'number') return new data.NumberData(value);
  if (typeof value === 'boolean') return new data.BooleanData(value);
  if (Array.isArray(value)) return new data.Array(...value.map(toData));
  return new data.Dictionary(...Object.entries(value).map(([key, entry]) => ({ key, value: toData(entry) })));
}

/** Converts the library's data to JSON. */
export function fromData(value: data.ExpressionData): Json {
  if (value instanceof data.Dictionary) {
    return Object.fromEntries(value.pairs().map((pair) => [pair.key, fromData(pair.value)]));
  }
  if (value instanceof data.Array) return value.values().map(fromData);
  if (value instanceof data.NumberData || value instanceof data.BooleanData) return value.value;
  return value instanceof data.Null ? null : value.coerceString();
}

/** A value as GitHub prints it in text; null is empty. */
export function textFor(value: Json): string {
  return toData(value).coerceString();
}

/** Whether a value counts as true in a condition. */
export function isTruthy(value: Json): boolean {
  return value !== null && value !== false && value !== 0 && value !== '' && !Number.isNaN(value);
}

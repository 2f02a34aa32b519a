import type * as z from 'zod';
import type { thread } from '../files/text.js';
import type { SeedOptions } from './options.js';

/** The part of the seed that issues and pull requests have in common. */
export function threadSeed(
  { title, body, author, written, labels, assignees, comments, number }: z.infer<typeof thread> & { number: number },
  { at }: SeedOptions,
) {
  return {
    number,
    title,
    body,
    author,
    createdAt: at(written),
    labels,
    assignees,
    comments: comments.map((said) => ({ author: said.author, at: at(said.written), body: said.body })),
  };
}

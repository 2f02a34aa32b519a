import * as z from 'zod';
import { guardPattern } from '../kinds.js';

const patterns = z.array(guardPattern).default([]);

export const guard = z
  .strictObject({
    allow: patterns.describe('Tool calls that are allowed without a question, as `Bash(glob)` or `argv:exact words`.'),
    ask: patterns.describe('Tool calls that wait for a person.'),
    deny: patterns.describe('Tool calls that never run; stronger than everything else.'),
  })
  .prefault({})
  .describe('What agents may run, beyond what crew decides by itself.');

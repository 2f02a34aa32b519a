// The section `guard` of the configuration: rules for tool calls.

import * as z from 'zod';
import { guardPattern } from '../kinds.js';

const patterns = z.array(guardPattern).default([]);

export const guard = z
  .strictObject({
    allow: patterns.describe('Tool calls that run, as `Bash(glob)` or `argv:exact words`.'),
    ask: patterns.describe('Tool calls that are refused unless a person approves them.'),
    deny: patterns.describe('Tool calls that never run. Deny rules override all others.'),
  })
  .prefault({})
  .describe("Rules for tool calls of agents, in addition to crew's own.");

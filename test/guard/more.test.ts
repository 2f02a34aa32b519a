import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { MORE } from './build/more.js';
import { newPlace, newProject } from './build/project.js';

const place = newPlace();
const project = newProject(place);
afterAll(() => rmSync(place, { recursive: true, force: true }));
const gate = project.gate();

describe.each(['allow', 'ask', 'deny'] as const)('%s', (verdict) => {
  it.each(MORE[verdict].map((command) => [JSON.stringify(command).slice(0, 100), command]))('%s', (_, command) => {
    expect(gate({ tool: 'Bash', command: project.place(command ?? '') })).toMatchObject({ verdict });
  });
});

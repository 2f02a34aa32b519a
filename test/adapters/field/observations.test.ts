import { expect, it } from '@jest/globals';
import { Conflict } from '../../../src/errors.js';
import { redactShapes } from '../../../src/text/redact-shapes.js';
import { observed, openField } from './around.js';

const AT = '2026-11-10T08:00:00Z';
const redact = (text: string): string => redactShapes(text).text;
const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

const open = () =>
  openField({
    issues: [{ number: 1, title: 'One', createdAt: AT, body: `The token is ${SECRET}, help!` }],
    pulls: [{ number: 2, title: 'Two', body: 'Fixes #1', author: 'maya', createdAt: AT }],
  });

it('a look is there again for the next one, which builds on it', async () => {
  const { look, observations, spent } = await open();
  const kept = observations(redact);
  expect(await kept.read()).toEqual({ observation: null, at: null, why: null });
  const first = observed(await look());
  const at = await kept.write(first, null);
  const read = await kept.read();
  expect(read).toMatchObject({ at, why: null });
  spent();
  await look({ previous: read.observation ?? undefined });
  expect(spent().requests).toBe(1);
});

it('nothing is written that looks like a secret, and everything else is written as it is', async () => {
  const { look, observations } = await open();
  const first = observed(await look());
  await observations(redact).write(first, null);
  const { observation } = await observations().read();
  const text = JSON.stringify(observation);
  expect(text).not.toContain(SECRET);
  expect(text.replace(/\[redacted: [^\]]*\]/, SECRET)).toBe(JSON.stringify(first));
});

it('what was left onto something that moved is refused', async () => {
  const { look, observations } = await open();
  const first = observed(await look());
  const at = await observations().write(first, null);
  await observations().write({ ...first, at: AT }, at);
  await expect(observations().write(first, at)).rejects.toThrow(Conflict);
});

it.each([
  ['of another format', '{"format":2}', 'another format'],
  ['that is none', '{"format":1}', 'another format'],
  ['that is torn', '{"format":1,', 'cannot be read'],
])('one %s is no earlier look, and that is said', async (_, text, why) => {
  const { refs, observations } = await open();
  const at = await refs.write('crew/field', { file: 'observation.json', text, at: null, message: 'x' });
  const read = await observations().read();
  expect(read).toMatchObject({ observation: null, at });
  expect(read.why).toContain(why);
});

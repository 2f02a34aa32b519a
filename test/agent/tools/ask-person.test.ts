import { describe, expect, it } from '@jest/globals';
import { benchOf } from './bench-of-tools.js';

describe('ask-person', () => {
  it('asks, with choices where there are any', async () => {
    const { call } = await benchOf();
    const { question } = await call('ask-person', { question: 'Which one?', choices: ['a', 'b'] });
    expect(question).toEqual({
      id: expect.stringMatching(/^q-\d{1,6}$/),
      kind: 'question',
      text: 'Which one?',
      choices: ['a', 'b'],
    });
  });

  it('gives another question another id, and the same one the same', async () => {
    const { call } = await benchOf();
    const idOf = async (input: object) => (await call('ask-person', input)).question?.id;
    expect(await idOf({ question: 'One?' })).toBe(await idOf({ question: 'One?' }));
    expect(await idOf({ question: 'One?' })).not.toBe(await idOf({ question: 'Two?' }));
    expect(await idOf({ question: 'One?' })).not.toBe(await idOf({ question: 'One?', choices: ['a', 'b'] }));
  });

  it('asks anew when the same is asked later, so that no old answer is taken for the new one', async () => {
    const { call } = await benchOf();
    const idIn = async (name: string) => (await call('ask-person', { question: 'One?' }, { call: name })).question?.id;
    expect(await idIn('a call 1.1')).toBe(await idIn('a call 1.1'));
    expect(await idIn('a call 1.1')).not.toBe(await idIn('a call 4.1'));
  });

  it('hides nothing from the person', async () => {
    const { call } = await benchOf();
    expect((await call('ask-person', { question: 'a\u202Eb?' })).question?.text).toBe('a\\u{202e}b?');
  });
});

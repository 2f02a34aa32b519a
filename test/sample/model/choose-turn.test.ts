import { describe, expect, it } from '@jest/globals';
import { chooseTurn } from '../../../src/sample/model/choose-turn.js';
import { parseScript } from '../../../src/sample/model/index.js';
import type { Conversation } from '../../../src/sample/model/request.js';

/** A conversation in which person and model take turns, the person first. */
function talk(words: readonly string[], more: Partial<Conversation> = {}): Conversation {
  const messages = words.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }) as const);
  return { model: 'claude-sonnet-5-5', messages, ...more };
}

function said(script: string, conversation: Conversation): string | undefined {
  const choice = chooseTurn(parseScript(script), conversation);
  return choice.found ? choice.turn.text : choice.why;
}

describe('turns in order', () => {
  const script = 'turns: [text: one, text: two]';

  it('are counted by the answers that stand in the conversation', () => {
    expect(said(script, talk(['go']))).toBe('one');
    expect(said(script, talk(['go', 'one', 'on']))).toBe('two');
  });

  it('are the same again for a client that starts over', () => {
    expect([said(script, talk(['go'])), said(script, talk(['go']))]).toEqual(['one', 'one']);
  });

  it('are not used up by answers that were given on a condition', () => {
    const asked = 'turns: [text: one, { when: { user: "?" }, text: aside }, text: two]';
    expect(said(asked, talk(['go', 'one', 'what?']))).toBe('aside');
    expect(said(asked, talk(['go', 'one', 'what?', 'aside', 'on']))).toBe('two');
  });

  it('come to an end that names the request which found none', () => {
    const why = said(script, talk(['go', 'one', 'on', 'two', 'and now']));
    expect(why).toContain('script "script" has no turn for this request');
    expect(why).toContain('model claude-sonnet-5-5, turn 3, last user text "and now"');
    expect(why).toContain('part "main" has 2 turns in order, all used');
  });
});

describe('a condition', () => {
  const holds = (when: string, conversation: Conversation) =>
    said(`turns: [{ when: ${when}, text: yes }, text: no]`, conversation) === 'yes';
  const results = (text: string): Conversation => ({
    model: 'claude-haiku-5-5',
    system: [{ type: 'text', text: 'You are the Editor.' }],
    tools: [{ name: 'bash' }],
    messages: [
      { role: 'user', content: 'Fix #12' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'bash', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text }] }] },
    ],
  });

  it.each([
    ['the tier of the model', '{ model: haiku }', '{ model: opus }'],
    ['words of the system prompt', '{ system: Editor }', '{ system: Scout }'],
    ['the first words of the conversation', '{ first: "#12" }', '{ first: "#13" }'],
    ['the last words of a person, although tools spoke since', '{ user: Fix }', '{ user: exit }'],
    ['what the tools answered', '{ tool: { matches: "exit [1-9]" } }', '{ tool: { contains: exit 0 } }'],
    ['a tool that is offered', '{ offers: bash }', '{ offers: browser }'],
    ['the number of the turn', '{ turn: 2 }', '{ turn: 1 }'],
    ['a range of turns', '{ turn: { from: 2 } }', '{ turn: { to: 1 } }'],
    ['all of them together', '{ model: haiku, turn: 2 }', '{ model: haiku, turn: 3 }'],
  ])('is met by %s', (_, met, unmet) => {
    expect(holds(met, results('exit 1'))).toBe(true);
    expect(holds(unmet, results('exit 1'))).toBe(false);
  });

  it('chooses among parts, and the first that fits answers', () => {
    const script = 'parts: [{ name: a, when: { system: Scout }, turns: [text: scout] }]\nturns: [text: other]';
    expect(said(script, talk(['go'], { system: 'You are a Scout.' }))).toBe('scout');
    expect(said(script, talk(['go']))).toBe('other');
  });

  it('that no part meets is an error which names them', () => {
    const script = 'parts: [{ name: a, when: { system: Scout }, turns: [text: scout] }]';
    expect(said(script, talk(['go']))).toContain('none of the parts "a" fits');
  });
});

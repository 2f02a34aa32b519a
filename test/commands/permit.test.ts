import { describe, expect, it } from '@jest/globals';
import { type Asker, mayBeCorrected, type Permit, permit } from '../../src/commands/permit.js';

const ME = 77;
const LISTED = 88;

const actors = {
  person: { login: 'ada', id: 1, bot: false },
  'listed bot': { login: 'deploy[bot]', id: LISTED, bot: true },
  'other bot': { login: 'evil-app[bot]', id: 99, bot: true },
  'bot with the listed name': { login: 'deploy[bot]', id: 100, bot: true },
  'crew itself': { login: 'crew[bot]', id: ME, bot: true },
  ghost: { login: 'ghost', id: 10137, bot: false },
  nobody: { login: '', id: 0, bot: true },
} as const;

type Who = keyof typeof actors;
const permissions = ['admin', 'write', 'read', 'none', 'unreadable'] as const;

function asker(who: Who, permission: Asker['permission']): Asker {
  return { actor: actors[who], permission, bots: [LISTED], me: ME };
}

/** Who may have what, permission by permission, in the order above. A: answered or started; -: silence. */
const table: Readonly<Record<Who, { anyone: string; write: string }>> = {
  person: { anyone: 'A A A A A', write: 'A A - - -' },
  'listed bot': { anyone: 'A A A A A', write: 'A A A A A' },
  'other bot': { anyone: '- - - - -', write: '- - - - -' },
  'bot with the listed name': { anyone: '- - - - -', write: '- - - - -' },
  'crew itself': { anyone: '- - - - -', write: '- - - - -' },
  ghost: { anyone: '- - - - -', write: '- - - - -' },
  nobody: { anyone: '- - - - -', write: '- - - - -' },
};

const rows = (Object.keys(actors) as Who[]).flatMap((who) =>
  (['anyone', 'write'] as const).flatMap((access) =>
    permissions.map((permission, n) => {
      const permitted: Permit = table[who][access].split(' ')[n] === 'A' ? 'allow' : 'silence';
      return { who, access, permission, permitted };
    }),
  ),
);

describe('who may ask', () => {
  it.each(rows)('$who with permission $permission, for what $access may: $permitted', (row) => {
    expect(permit(row.access, asker(row.who, row.permission))).toBe(row.permitted);
  });

  it.each(rows.filter(({ access }) => access === 'write'))(
    '$who with permission $permission is corrected exactly when a right command would have started: $permitted',
    ({ who, permission, permitted }) => {
      expect(mayBeCorrected(asker(who, permission))).toBe(permitted === 'allow');
    },
  );

  it.each(['ghost', 'nobody', 'crew itself'] as const)('%s may not even when listed', (who) => {
    const { actor, ...rest } = asker(who, 'admin');
    expect(permit('anyone', { ...rest, actor, bots: [actor.id] })).toBe('silence');
  });
});

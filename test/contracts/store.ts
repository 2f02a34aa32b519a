// What every store promises. Runs on each of them in store.test.ts.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Conflict } from '../../src/errors.js';
import type { Store } from '../../src/ports.js';

/** Tests a store; each test has logs of its own, so that one store serves all. */
export function storeContract(name: string, open: () => Promise<Store>): void {
  describe(`the store in ${name}`, () => {
    let store: Store;
    let count = 0;
    const newLog = () => `runs/fix-${++count}-0a1b2c`;
    beforeAll(async () => {
      store = await open();
    });

    it('knows nothing of a log that nobody wrote', async () => {
      expect(await store.read(newLog())).toBeNull();
    });

    it('gives back exactly what was appended, one after the other', async () => {
      const log = newLog();
      const pieces = ['a\n', 'b\nc\n', 'あ 🦊 \u2028 ~\n', '\r\n', '{"json": "\\u0000"}\n', ' \n\n', 'torn'];
      let at: string | null = null;
      for (const [n, piece] of pieces.entries()) {
        at = await store.append(log, piece, at);
        expect(await store.read(log)).toEqual({ text: pieces.slice(0, n + 1).join(''), at });
      }
    });

    it('keeps a line of 100 kB whole', async () => {
      const log = newLog();
      const long = `${'ソ🦊x'.repeat(12_500)}\n`;
      const at = await store.append(log, long, null);
      await store.append(log, long, at);
      expect((await store.read(log))?.text).toBe(long + long);
    });

    it('begins a log only where there is none', async () => {
      const log = newLog();
      await store.append(log, 'a\n', null);
      await expect(store.append(log, 'b\n', null)).rejects.toThrow(Conflict);
      expect((await store.read(log))?.text).toBe('a\n');
    });

    it('refuses who has not read the last line', async () => {
      const log = newLog();
      const first = await store.append(log, 'a\n', null);
      const second = await store.append(log, 'b\n', first);
      await expect(store.append(log, 'c\n', first)).rejects.toThrow(Conflict);
      expect(await store.read(log)).toEqual({ text: 'a\nb\n', at: second });
    });

    it('lets exactly one of twenty begin a log at once', async () => {
      const log = newLog();
      await expectOneWinner(log, null, '');
    });

    it('lets exactly one of twenty append at once, and loses nothing', async () => {
      const log = newLog();
      const at = await store.append(log, 'a\n', null);
      await expectOneWinner(log, at, 'a\n');
    });

    async function expectOneWinner(log: string, at: string | null, before: string): Promise<void> {
      const tries = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => store.append(log, `writer ${n}\n`, at)),
      );
      const won = tries.flatMap((one, n) => (one.status === 'fulfilled' ? [{ n, at: one.value }] : []));
      expect(won).toHaveLength(1);
      for (const one of tries) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Conflict);
      expect(await store.read(log)).toEqual({ text: `${before}writer ${won[0]?.n}\n`, at: won[0]?.at });
    }

    it('counts every one of several writers who read again after each refusal', async () => {
      const log = newLog();
      const write = async (line: string): Promise<void> => {
        for (;;) {
          const found = await store.read(log);
          try {
            await store.append(log, line, found?.at ?? null);
            return;
          } catch (error) {
            if (!(error instanceof Conflict)) throw error;
          }
        }
      };
      const lines = Array.from({ length: 6 }, (_, n) => `writer ${n}\n`);
      await Promise.all(lines.map(write));
      const written = (await store.read(log))?.text.split(/(?<=\n)/) ?? [];
      expect(written.toSorted()).toEqual(lines);
    });

    it('lists logs by the beginning of their name, in order', async () => {
      for (const log of ['lists/b-2', 'lists/a-1', 'lists/a-10', 'other/a-1']) await store.append(log, 'x\n', null);
      expect(await store.list('lists/')).toEqual(['lists/a-1', 'lists/a-10', 'lists/b-2']);
      expect(await store.list('lists/a-')).toEqual(['lists/a-1', 'lists/a-10']);
      expect(await store.list('nothing/')).toEqual([]);
    });

    it('does not mistake a log for another whose name begins like it', async () => {
      const log = newLog();
      await store.append(`${log}-longer`, 'x\n', null);
      expect(await store.read(log)).toBeNull();
      await store.append(log, 'y\n', null);
      await store.remove(log);
      expect((await store.read(`${log}-longer`))?.text).toBe('x\n');
    });

    it('forgets what was removed, and begins it anew', async () => {
      const log = newLog();
      await store.append(log, 'a\n', null);
      await store.remove(log);
      expect(await store.read(log)).toBeNull();
      expect(await store.list(log)).toEqual([]);
      await store.append(log, 'b\n', null);
      expect((await store.read(log))?.text).toBe('b\n');
    });

    it('takes it in good part when there is nothing to remove', async () => {
      await store.remove(newLog());
    });

    it('refuses who appends to what was removed meanwhile', async () => {
      const log = newLog();
      const at = await store.append(log, 'a\n', null);
      await store.remove(log);
      await expect(store.append(log, 'b\n', at)).rejects.toThrow(Conflict);
      expect(await store.read(log)).toBeNull();
    });
  });
}

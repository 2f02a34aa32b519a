import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Report } from '../../../src/ports/report.js';
import { layersOf } from '../../../src/view/board/page/graph.js';
import { waitsOf } from '../../../src/view/board/waits.js';
import { assessment, largeReport, sampleReport } from '../../build/report.js';

/** A report of issues that wait for each other at random; `ahead` lets an issue wait for older ones only. */
const tangle = (ahead: boolean) =>
  fc.array(fc.array(fc.nat(24), { maxLength: 4 }), { minLength: 1, maxLength: 25 }).map((lists): Report => {
    const assessments = lists.map((list, n) =>
      assessment({
        issue: n + 1,
        title: `Issue ${n + 1}`,
        state: 'blocked',
        rule: 'blocked',
        blockers: list
          .filter((other) => other !== n && (!ahead || other < n))
          .map((other) => ({ issue: other + 1, source: 'text', open: true, root: false })),
      }),
    );
    return sampleReport({ assessments, cycles: [] });
  });

describe('what waits for what', () => {
  it('holds only what is open: nothing of what is done, no wait that is over', () => {
    const { nodes: knots, waits } = waitsOf(sampleReport(), 60);
    expect(knots.map(({ key }) => key).sort()).toEqual(
      ['#14', '#15', '#2', '#3', '#8', '#9', '* the answer of the standards committee'].sort(),
    );
    expect(waits.filter(({ inCircle }) => inCircle)).toEqual([
      { from: '#15', to: '#14', inCircle: true },
      { from: '#14', to: '#15', inCircle: true },
    ]);
  });

  it('keeps to its limit, and says how many there are', () => {
    const { nodes: knots, all } = waitsOf(largeReport(1000), 60);
    expect(knots.length).toBeLessThanOrEqual(60);
    expect(all).toBe(286);
  });

  it('prefers what frees most', () => {
    const held = Array.from({ length: 100 }, (_, n) =>
      assessment({
        issue: n + 1,
        title: 't',
        state: 'blocked',
        rule: 'blocked',
        blockers: [{ issue: n < 80 ? 1000 + n : 999, source: 'text', open: true, root: true }],
      }),
    );
    expect(waitsOf(sampleReport({ assessments: held }), 10).nodes.map(({ key }) => key)).toContain('#999');
  });

  it('gives everything that is drawn a place of its own', () => {
    fc.assert(
      fc.property(tangle(false), (report) => {
        const waits = waitsOf(report, 60);
        const { spots, columns, rows } = layersOf(waits);
        const places = [...spots.values()].map(({ column, row }) => `${column} ${row}`);
        expect(new Set(places).size).toBe(waits.nodes.length);
        for (const { column, row } of spots.values())
          expect(column < columns && row <= rows - 1 && row >= 0).toBe(true);
      }),
    );
  });

  it('stands what waits to the right of what it waits for, where there is no circle', () => {
    fc.assert(
      fc.property(tangle(true), (report) => {
        const waits = waitsOf(report, 60);
        const { spots } = layersOf(waits);
        for (const { from, to } of waits.waits)
          expect(spots.get(from)?.column).toBeLessThan(spots.get(to)?.column ?? -1);
      }),
    );
  });
});

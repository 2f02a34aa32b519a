// The style sheet of the page of a run: the board page's, and rules for the timeline, the agents' turns and calls, and diffs.
import { BOARD_STYLE } from '../../board/page/style.js';

export const RUN_STYLE = `${BOARD_STYLE}
.hue-0 { --hue: 200; } .hue-1 { --hue: 72; } .hue-2 { --hue: 310; } .hue-3 { --hue: 150; } .hue-4 { --hue: 28; } .hue-5 { --hue: 255; } .hue-6 { --hue: 85; --strength: 0.03; }
.run-head h1 { margin-top: 0.15rem; overflow-wrap: anywhere; text-wrap: balance; }
.facts { display: flex; flex-wrap: wrap; align-items: center; gap: 0.35rem 1.25rem; margin-top: 0.8rem; color: var(--quiet); font-size: 0.93rem; }
.status { display: inline-flex; align-items: center; gap: 0.4rem; padding: 0.15rem 0.7rem; font-size: 0.95rem; font-weight: 600; }
.meter { display: block; width: 100%; max-width: 34rem; height: 0.5rem; margin-top: 0.9rem; border-radius: 0.25rem; }
.meter .whole { fill: var(--line); } .meter .spent { fill: var(--water); } .meter .expected { fill: var(--lamp); opacity: 0.5; }
.ways { display: flex; flex-wrap: wrap; align-items: center; gap: 0.3rem 1.2rem; margin-top: 1.4rem; padding-block: 0.6rem; border-block: 1px solid var(--line); font-size: 0.92rem; }
.comfort { display: flex; gap: 0.5rem; margin-left: auto; }
.comfort button { padding: 0.15rem 0.7rem; border: 1px solid var(--line); border-radius: 0.4rem; background: var(--sheet); color: var(--water); font: 600 0.82rem / 1.5 var(--sans); cursor: pointer; }
.comfort button:hover { border-color: var(--water); }
.part { margin-top: 2.5rem; }
.part > h2 { display: flex; align-items: baseline; gap: 0.6rem; margin-bottom: 0.7rem; }
h3 { margin: 1.4rem 0 0.5rem; font: 600 1rem / 1.35 var(--serif); } h5 { margin: 0.8rem 0 0.3rem; color: var(--quiet); font: 600 0.82rem / 1.4 var(--sans); }
.inside > h5:first-child { margin-top: 0; }
.is-asking { border-color: oklch(from var(--lamp) l c h / 0.7); }
.choices { margin-top: 0.6rem; padding-left: 1.2rem; list-style: disc; }

pre { margin: 0; padding: 0.7rem 0.9rem; max-height: 30rem; overflow: auto; border-radius: 0.55rem; background: var(--shade); font: 0.83rem / 1.55 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; unicode-bidi: plaintext; }
pre code { font-size: inherit; }
.gap { display: block; margin-block: 0.35rem; padding: 0.1rem 0.6rem; border-block: 1px dashed var(--line); color: var(--quiet); font: 0.82rem / 1.5 var(--sans); text-align: center; }
.prose { overflow-wrap: anywhere; unicode-bidi: plaintext; }
.prose > * + * { margin-top: 0.6rem; }
.prose ul, .prose ol { padding-left: 1.4rem; } .prose ul { list-style: disc; } .prose ol { list-style: decimal; }
.prose blockquote, .people blockquote { margin: 0.4rem 0 0; padding-left: 0.9rem; border-left: 3px solid var(--line); color: var(--quiet); }
.prose hr { border: 0; border-top: 1px solid var(--line); }
.prose :not(pre) > code { padding: 0.05rem 0.3rem; border-radius: 0.3rem; background: var(--shade); }
.is-plain { white-space: pre-wrap; }

.picture { margin: 0 0 1rem; padding: 1rem 1.1rem; border: 1px solid var(--line); border-radius: 0.9rem; background: var(--sheet); overflow-x: auto; }
.picture figcaption { margin-bottom: 0.5rem; color: var(--quiet); font-size: 0.87rem; } .picture svg { display: block; max-width: none; }
.lanes { display: grid; gap: 0.45rem; margin-top: 0.9rem; padding: 1rem 1.1rem 0.8rem; border: 1px solid var(--line); border-radius: 0.9rem; background: var(--sheet); }
.lane { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); align-items: center; gap: 0.9rem; }
.lane-name { overflow: hidden; color: var(--quiet); font-size: 0.87rem; text-overflow: ellipsis; }
.lane svg { display: block; width: 100%; height: 0.95rem; border-radius: 0.2rem; background: var(--shade); }
.lane.is-rise svg { height: 3.5rem; background: none; border-bottom: 1px solid var(--line); }
.lane rect, .bar rect { fill: oklch(var(--solid) var(--strength) var(--hue)); }
.lane .is-light { opacity: 0.45; } .lane .is-failed { fill: var(--alarm); } .lane .is-running { opacity: 0.6; } .lane .is-word { fill: var(--lamp); }
.lane .pause { fill: var(--sheet); }
.lane .area { fill: var(--mist); } .lane .line { fill: none; stroke: var(--water); stroke-width: 1.75; vector-effect: non-scaling-stroke; }
.ends { display: flex; justify-content: space-between; gap: 1rem; padding-left: 9.4rem; color: var(--quiet); font-size: 0.8rem; }

.talk + .talk { margin-top: 2rem; }
.talk > h3 { font-size: 1.08rem; color: oklch(var(--tone) var(--strength) var(--hue)); }
.turns { display: grid; gap: 1.1rem; }
.turn { padding-left: 1rem; border-left: 3px solid oklch(var(--solid) var(--strength) var(--hue) / 0.55); scroll-margin-top: 1rem; }
.turn:target { border-left-color: var(--lamp); }
.turn-head { display: flex; flex-wrap: wrap; gap: 0 0.9rem; color: var(--quiet); font-size: 0.84rem; }
.turn-head b { color: var(--ink); }
.turn-body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; margin-top: 0.35rem; }
.note { padding: 0.5rem 0.8rem; border-radius: 0.55rem; background: oklch(var(--wash) 0.035 72); font-size: 0.92rem; overflow-wrap: anywhere; }
.loss { color: var(--alarm); font-size: 0.92rem; overflow-wrap: anywhere; }
.thought > summary { color: var(--quiet); font-size: 0.88rem; font-style: italic; }
.thought > .prose { margin-top: 0.3rem; padding-left: 0.9rem; border-left: 1px solid var(--line); color: var(--quiet); font-size: 0.93rem; }

.call, .check, .file { border: 1px solid var(--line); border-radius: 0.6rem; background: var(--sheet); }
.check + .check, .file + .file, .part > .soft + * { margin-top: 0.6rem; }
.call > summary, .check > summary, .file > summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.55rem; padding: 0.35rem 0.75rem; list-style: none; overflow-wrap: anywhere; }
.call > summary::-webkit-details-marker, .check > summary::-webkit-details-marker, .file > summary::-webkit-details-marker { display: none; }
.call > summary:hover, .check > summary:hover, .file > summary:hover { background: var(--shade); border-radius: 0.6rem; }
.call > summary .soft { margin-left: auto; font-size: 0.82rem; white-space: nowrap; }
.argument { min-width: 0; font: 0.84rem / 1.6 var(--mono); color: var(--quiet); }
.tool { font-weight: 600; }
.mark { color: oklch(var(--tone) 0.1 150); font-weight: 700; }
.is-failed .mark, .is-FAIL .mark { color: var(--alarm); } .is-void .mark { color: var(--quiet); } .is-INFRA_ERROR .mark, .is-running .mark { color: oklch(var(--tone) 0.12 72); } .is-answer .mark { color: var(--water); }
tr.is-PASS .mark { color: oklch(var(--tone) 0.1 150); }
.inside { padding: 0.6rem 0.75rem 0.8rem; border-top: 1px solid var(--line); }
.inside > * + p, .inside > * + pre { margin-top: 0.5rem; }
.fields > div + div { margin-top: 0.4rem; }
.fields > div { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.8rem; }
.fields dt { flex: 0 0 5rem; color: var(--quiet); font-size: 0.82rem; overflow-wrap: anywhere; }
.fields dd { flex: 1 1 16rem; min-width: 0; overflow-wrap: anywhere; } .fields pre + pre { margin-top: 0.4rem; }
.lines { padding-inline: 0; } .lines span { display: block; padding-inline: 0.9rem; }
.lines .is-added { background: oklch(var(--wash) 0.05 150); color: oklch(var(--tone) 0.1 150); }
.lines .is-removed { background: oklch(var(--wash) 0.04 28); color: oklch(var(--tone) 0.13 28); }
.lines .is-hunk { color: var(--quiet); }
.file > pre { border-radius: 0 0 0.6rem 0.6rem; }
.plus { color: oklch(var(--tone) 0.1 150); font-size: 0.87rem; } .minus { color: oklch(var(--tone) 0.13 28); font-size: 0.87rem; }

.wide-table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.9rem; }
th { padding: 0.3rem 0.7rem 0.3rem 0; color: var(--quiet); font-weight: 500; text-align: left; white-space: nowrap; }
td { padding: 0.35rem 0.7rem 0.35rem 0; border-top: 1px solid var(--line); vertical-align: baseline; overflow-wrap: anywhere; }
td + td { font-variant-numeric: tabular-nums; }
.bar { width: 30%; min-width: 5rem; } .bar svg { display: block; width: 100%; height: 0.5rem; }
.tests, .people { display: grid; gap: 0.35rem; font-size: 0.93rem; overflow-wrap: anywhere; }
.people { gap: 0.8rem; }
h3.is-broken { color: var(--alarm); } h3.is-fixed { color: oklch(var(--tone) 0.1 150); }

@media (max-width: 46rem) {
  .lane { grid-template-columns: minmax(0, 1fr); gap: 0.15rem; }
  .ends { padding-left: 0; }
  .turn { padding-left: 0.7rem; }
  .comfort { margin-left: 0; width: 100%; }
  .call > summary .soft { margin-left: 0; }
  .wide-table table { min-width: 34rem; }
}
@media print {
  .ways, .comfort, .top { display: none; }
  pre { max-height: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .call, .check, .file, .turn { break-inside: auto; }
}
`;

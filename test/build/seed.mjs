// Property tests try the same cases every time, so that a red run is about the change; CREW_LONG=1 looks for new ones.
import fc from 'fast-check';

fc.configureGlobal({ seed: process.env.CREW_LONG ? Date.now() : 20_261_118 });

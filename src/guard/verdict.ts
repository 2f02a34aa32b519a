export * from '../gate.js';

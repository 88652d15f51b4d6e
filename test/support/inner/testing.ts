export { serveHandler } from '../../../src/testing/serve-handler.ts';

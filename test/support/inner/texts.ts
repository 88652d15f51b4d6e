export { EN } from '../../../src/texts/en.ts';

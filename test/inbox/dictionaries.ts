export { en, type Texts } from '../../src/sandbox/inbox/texts/en.ts';
export { zh } from '../../src/sandbox/inbox/texts/zh.ts';

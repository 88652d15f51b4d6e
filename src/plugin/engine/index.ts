export { Process } from './process.ts';

// `npm test` draws nothing at random: what fast-check draws is the same in every run.
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: 1 });

/** The other half of the random processes, so that both halves can run at the same time. */
import { judgeHalf } from './judge-half.ts';

judgeHalf(1);

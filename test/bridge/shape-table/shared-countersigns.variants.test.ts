/**
 * One task for all signers. It is told `none` once for each of them, so it needs a center in which `none` leaves a task
 * in the list; who has signed still sees it there, and is refused.
 */
import { countersign, draw } from '../../support/draw.ts';
import { story } from './story/story.ts';

const SHARED = { 'ttc:countersign': 'shared' };
const THREE = { signers: ['bo', 'chen', 'dara'] };

/** Anna asks, several sign one task, Emil pays. */
const shared = (options: Parameters<typeof countersign>[1] = {}): string =>
  draw({
    people: { ask: 'anna', pay: 'emil' },
    others: [countersign('sign', { ...options, attributes: SHARED })],
    paths: 'start > ask > sign > pay > end',
  });

story('Three share one task: it goes on with the last of them', {
  diagram: shared(),
  variables: THREE,
  needsNoneToLeave: true,
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → sign      | bo, chen, dara: sign
    chen handles sign     | sign none            | bo, chen, dara: sign
    chen handles sign     | refused 2005         | bo, chen, dara: sign
    bo handles sign       | sign none            | bo, chen, dara: sign
    dara handles sign     | sign next → pay      | emil: pay
    emil handles pay      | pay end              |
  `,
});

story('Three share one task, and two are enough: no task of the third is left over', {
  diagram: shared({ completion: '2' }),
  variables: THREE,
  needsNoneToLeave: true,
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → sign      | bo, chen, dara: sign
    dara handles sign     | sign none            | bo, chen, dara: sign
    bo handles sign       | sign next → pay      | emil: pay
    emil handles pay      | pay end              |
  `,
});

story('Three vote on one task: the first objection decides', {
  diagram: draw({
    people: { ask: 'anna', pay: 'emil' },
    exclusive: 'vote',
    others: [countersign('sign', { attributes: SHARED })],
    paths: `start > ask > sign > vote
            vote >"Agree"{ttc:vote=approve} pay > end
            vote >"Object"{ttc:vote=reject} ask`,
  }),
  variables: THREE,
  needsNoneToLeave: true,
  tells: `
    anna starts                    | start next → ask     | anna: ask
    anna handles ask               | ask next → sign      | bo, chen, dara: sign
    bo presses Agree on sign       | sign none            | bo, chen, dara: sign
    chen presses Object on sign    | sign next → ask      | anna: ask
    anna handles ask               | ask next → sign      | bo, chen, dara: sign
    bo presses Agree on sign       | sign none            | bo, chen, dara: sign
    dara presses Agree on sign     | sign none            | bo, chen, dara: sign
    chen presses Agree on sign     | sign next → pay      | emil: pay
    emil handles pay               | pay end              |
  `,
});

story('One person alone shares a task with nobody, and ends the matter', {
  diagram: draw({
    people: { ask: 'anna' },
    others: [countersign('sign', { attributes: SHARED })],
    paths: 'start > ask > sign > end',
  }),
  variables: { signers: ['bo'] },
  needsNoneToLeave: true,
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → sign      | bo: sign
    bo handles sign       | sign end             |
  `,
});

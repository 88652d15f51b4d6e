import { userTask } from '../../support/bpmn-xml.ts';
import { countersign, draw } from '../../support/draw.ts';
import { story } from './story/story.ts';
import { slow } from './story/story-services.ts';

type CountersignOptions = Parameters<typeof countersign>[1];

/** Anna asks, several sign, Emil pays. */
const signed = (options: CountersignOptions = {}): string =>
  draw({
    people: { ask: 'anna', pay: 'emil' },
    others: [countersign('sign', options)],
    paths: 'start > ask > sign > pay > end',
  });

/** The same with votes: Emil pays what is agreed, Anna asks again where it is not. */
const voted = (options: CountersignOptions = {}): string =>
  draw({
    people: { ask: 'anna', pay: 'emil' },
    exclusive: 'vote',
    others: [countersign('sign', options)],
    paths: `start > ask > sign > vote
            vote >"Agree"{ttc:vote=approve} pay > end
            vote >"Object"{ttc:vote=reject} ask`,
  });

const THREE = { signers: ['bo', 'chen', 'dara'] };
const FIVE = { signers: ['bo', 'chen', 'dara', 'fatima', 'gu'] };

story('All sign at once: the last one goes on', {
  diagram: signed(),
  variables: THREE,
  tells: `
    anna starts           | start next → ask             | anna: ask
    anna handles ask      | ask next → sign, sign, sign  | bo, chen, dara: sign
    chen handles sign     | sign none                    | bo, dara: sign; (chen: sign)
    dara handles sign     | sign none                    | bo: sign; (chen, dara: sign)
    bo handles sign       | sign next → pay              | (chen, dara: sign); emil: pay
    emil handles pay      | pay end                      | (chen, dara: sign)
  `,
});

story('All sign, one after the other', {
  diagram: signed({ sequential: true }),
  variables: THREE,
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → sign      | bo: sign
    bo handles sign       | sign next → sign     | chen: sign
    chen handles sign     | sign next → sign     | dara: sign
    dara handles sign     | sign next → pay      | emil: pay
    emil handles pay      | pay end              |
  `,
});

const byNumber = (cardinality: string, sequential: boolean): string =>
  draw({
    people: { ask: 'anna', pay: 'emil' },
    others: [userTask('sign', { assignee: 'bo', multiInstance: { cardinality, sequential } })],
    paths: 'start > ask > sign > pay > end',
  });

story('A number of signatures, all of one person', {
  diagram: byNumber('2', false),
  tells: `
    anna starts           | start next → ask        | anna: ask
    anna handles ask      | ask next → sign, sign   | bo: sign; bo: sign
    bo handles sign       | sign none               | (bo: sign); bo: sign
    bo handles sign       | sign next → pay         | (bo: sign); emil: pay
    emil handles pay      | pay end                 | (bo: sign)
  `,
});

story('A number of signatures that a variable gives, one after the other', {
  diagram: byNumber('${copies}', true),
  variables: { copies: 3 },
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → sign      | bo: sign
    bo handles sign       | sign next → sign     | bo: sign
    bo handles sign       | sign next → sign     | bo: sign
    bo handles sign       | sign next → pay      | emil: pay
    emil handles pay      | pay end              |
  `,
});

story('Any of three is enough: the tasks of the others are gone', {
  diagram: signed({ completion: 'any' }),
  variables: THREE,
  tells: `
    anna starts           | start next → ask             | anna: ask
    anna handles ask      | ask next → sign, sign, sign  | bo, chen, dara: sign
    chen handles sign     | sign next → pay; sign none (system); sign none (system) | [bo, dara: sign]; emil: pay
    emil handles pay      | pay end                      | [bo, dara: sign]
  `,
});

const SIGNED_AND_BOOKED = draw({
  people: { ask: 'anna' },
  others: [countersign('sign', { completion: 'any' })],
  services: 'book',
  paths: 'start > ask > sign > book > end',
});

story('Any of three is enough, and a service follows: the others are told of once the signature is', {
  diagram: SIGNED_AND_BOOKED,
  variables: THREE,
  services: { book: slow },
  tells: `
    anna starts           | start next → ask             | anna: ask
    anna handles ask      | ask next → sign, sign, sign  | bo, chen, dara: sign
    chen handles sign     |                              | <chen: sign>; {bo, dara: sign}
    book answers {}       | sign none (system); sign none (system); sign end | [bo, dara: sign]
  `,
});

story('Any of three is enough, and a slow service follows: the others are told of behind the none', {
  diagram: SIGNED_AND_BOOKED,
  variables: THREE,
  services: { book: slow },
  endsLate: true,
  tells: `
    anna starts           | start next → ask             | anna: ask
    anna handles ask      | ask next → sign, sign, sign  | bo, chen, dara: sign
    chen handles sign     |                              | <chen: sign>; {bo, dara: sign}
    10 seconds pass       | sign none; sign none (system); sign none (system) | (chen: sign); [bo, dara: sign]
    book answers {}       | sign end                     | [bo, dara: sign]
  `,
});

story('Two of three are enough', {
  diagram: signed({ completion: '2' }),
  variables: THREE,
  tells: `
    anna starts           | start next → ask             | anna: ask
    anna handles ask      | ask next → sign, sign, sign  | bo, chen, dara: sign
    chen handles sign     | sign none                    | bo, dara: sign; (chen: sign)
    dara handles sign     | sign next → pay; sign none (system) | [bo: sign]; (chen: sign); emil: pay
    emil handles pay      | pay end                      | [bo: sign]; (chen: sign)
  `,
});

story('60 % of five are three', {
  diagram: signed({ completion: '60%' }),
  variables: FIVE,
  tells: `
    anna starts           | start next → ask                         | anna: ask
    anna handles ask      | ask next → sign, sign, sign, sign, sign  | bo, chen, dara, fatima, gu: sign
    gu, bo handle sign    | sign none; sign none    | (bo, gu: sign); chen, dara, fatima: sign
    chen handles sign     | sign next → pay; sign none (system); sign none (system) | (bo, gu: sign); [dara, fatima: sign]; emil: pay
    emil handles pay      | pay end                 | (bo, gu: sign); [dara, fatima: sign]
  `,
});

story('Two of three, one after the other: the third is never asked', {
  diagram: signed({ completion: '2', sequential: true }),
  variables: THREE,
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → sign      | bo: sign
    bo handles sign       | sign next → sign     | chen: sign
    chen handles sign     | sign next → pay      | emil: pay
    emil handles pay      | pay end              |
  `,
});

story('A condition over the counters: more than half', {
  diagram: signed({ condition: '${nrOfCompletedInstances / nrOfInstances > 0.5}' }),
  variables: THREE,
  tells: `
    anna starts           | start next → ask             | anna: ask
    anna handles ask      | ask next → sign, sign, sign  | bo, chen, dara: sign
    bo handles sign       | sign none                    | (bo: sign); chen, dara: sign
    dara handles sign     | sign next → pay; sign none (system) | (bo: sign); [chen: sign]; emil: pay
    emil handles pay      | pay end                      | (bo: sign); [chen: sign]
  `,
});

story('A condition over the counters, one after the other: until nobody but one is left', {
  diagram: signed({ sequential: true, condition: '${nrOfInstances - nrOfCompletedInstances == 1}' }),
  variables: THREE,
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → sign      | bo: sign
    bo handles sign       | sign next → sign     | chen: sign
    chen handles sign     | sign next → pay      | emil: pay
    emil handles pay      | pay end              |
  `,
});

story('With votes all must agree; the first objection decides, and the next round begins with all of them', {
  diagram: voted(),
  variables: THREE,
  tells: `
    anna starts                    | start next → ask             | anna: ask
    anna handles ask               | ask next → sign, sign, sign  | bo, chen, dara: sign
    bo presses Agree on sign       | sign none                    | (bo: sign); chen, dara: sign
    dara presses Object on sign    | sign next → ask; sign none (system) | (bo: sign); [chen: sign]; anna: ask
    anna handles ask               | ask next → sign, sign, sign  | (bo: sign); [chen: sign]; bo, chen, dara: sign
    dara, bo press Agree on sign   | sign none; sign none         | (bo: sign); [chen: sign]; (bo, dara: sign); chen: sign
    chen presses Agree on sign     | sign next → pay              | (bo: sign); [chen: sign]; (bo, dara: sign); emil: pay
    emil handles pay               | pay end                      | (bo: sign); [chen: sign]; (bo, dara: sign)
  `,
});

story('With votes any agreement decides; only when all object it is refused', {
  diagram: voted({ completion: 'any' }),
  variables: THREE,
  tells: `
    anna starts                    | start next → ask             | anna: ask
    anna handles ask               | ask next → sign, sign, sign  | bo, chen, dara: sign
    bo, chen press Object on sign  | sign none; sign none         | (bo, chen: sign); dara: sign
    dara presses Object on sign    | sign next → ask              | (bo, chen: sign); anna: ask
    anna handles ask               | ask next → sign, sign, sign  | (bo, chen: sign); bo, chen, dara: sign
    bo presses Object on sign      | sign none                    | (bo, chen: sign); (bo: sign); chen, dara: sign
    chen presses Agree on sign     | sign next → pay; sign none (system) | (bo, chen: sign); (bo: sign); [dara: sign]; emil: pay
    emil handles pay               | pay end                      | (bo, chen: sign); (bo: sign); [dara: sign]
  `,
});

story('With votes two of three must agree: two objections decide too', {
  diagram: voted({ completion: '2' }),
  variables: THREE,
  tells: `
    anna starts                    | start next → ask             | anna: ask
    anna handles ask               | ask next → sign, sign, sign  | bo, chen, dara: sign
    bo presses Object on sign      | sign none                    | (bo: sign); chen, dara: sign
    chen presses Object on sign    | sign next → ask; sign none (system) | (bo: sign); [dara: sign]; anna: ask
    anna handles ask               | ask next → sign, sign, sign  | (bo: sign); [dara: sign]; bo, chen, dara: sign
    bo presses Object on sign      | sign none                    | (bo: sign); [dara: sign]; (bo: sign); chen, dara: sign
    chen, dara press Agree on sign | sign none; sign next → pay   | (bo: sign); [dara: sign]; (bo, chen: sign); emil: pay
    emil handles pay               | pay end                      | (bo: sign); [dara: sign]; (bo, chen: sign)
  `,
});

story('With votes 60 % of five must agree', {
  diagram: voted({ completion: '60%' }),
  variables: FIVE,
  tells: `
    anna starts                         | start next → ask                         | anna: ask
    anna handles ask                    | ask next → sign, sign, sign, sign, sign  | bo, chen, dara, fatima, gu: sign
    bo, gu press Object on sign         | sign none; sign none                     | (bo, gu: sign); chen, dara, fatima: sign
    chen, dara press Agree on sign      | sign none; sign none                     | (bo, gu, chen, dara: sign); fatima: sign
    fatima presses Agree on sign        | sign next → pay                          | (bo, gu, chen, dara: sign); emil: pay
    emil handles pay                    | pay end                                  | (bo, gu, chen, dara: sign)
  `,
});

story('With votes one after the other: nobody is asked after the objection', {
  diagram: voted({ sequential: true }),
  variables: THREE,
  tells: `
    anna starts                    | start next → ask     | anna: ask
    anna handles ask               | ask next → sign      | bo: sign
    bo presses Agree on sign       | sign next → sign     | chen: sign
    chen presses Object on sign    | sign next → ask      | anna: ask
    anna handles ask               | ask next → sign      | bo: sign
    bo presses Agree on sign       | sign next → sign     | chen: sign
    chen presses Agree on sign     | sign next → sign     | dara: sign
    dara presses Agree on sign     | sign next → pay      | emil: pay
    emil handles pay               | pay end              |
  `,
});

for (const sequential of [false, true]) {
  const order = sequential ? 'one after the other' : 'at once';

  story(`Nobody is to sign, ${order}: the countersign is passed`, {
    diagram: signed({ sequential }),
    variables: { signers: [] },
    tells: `
      anna starts           | start next → ask     | anna: ask
      anna handles ask      | ask next → pay       | emil: pay
      emil handles pay      | pay end              |
    `,
  });

  story(`One is to sign, ${order}`, {
    diagram: signed({ sequential }),
    variables: { signers: ['bo'] },
    tells: `
      anna starts           | start next → ask     | anna: ask
      anna handles ask      | ask next → sign      | bo: sign
      bo handles sign       | sign next → pay      | emil: pay
      emil handles pay      | pay end              |
    `,
  });
}

story('The same person is to sign twice, and has two tasks', {
  diagram: signed(),
  variables: { signers: ['bo', 'chen', 'bo'] },
  tells: `
    anna starts           | start next → ask             | anna: ask
    anna handles ask      | ask next → sign, sign, sign  | bo: sign; bo: sign; chen: sign
    bo handles sign       | sign none                    | (bo: sign); bo: sign; chen: sign
    bo handles sign       | sign none                    | (bo: sign); (bo: sign); chen: sign
    chen handles sign     | sign next → pay              | (bo: sign); (bo: sign); emil: pay
    emil handles pay      | pay end                      | (bo: sign); (bo: sign)
  `,
});

story('The same person is to sign twice, one after the other', {
  diagram: signed({ sequential: true }),
  variables: { signers: ['bo', 'bo'] },
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → sign      | bo: sign
    bo handles sign       | sign next → sign     | bo: sign
    bo handles sign       | sign next → pay      | emil: pay
    emil handles pay      | pay end              |
  `,
});

const crowd = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `p${from + index}`).join(', ');
const times = (count: number, text: string, separator: string) => Array(count).fill(text).join(separator);

story('Sixty sign, and fifty-five are enough', {
  diagram: signed({ completion: '55' }),
  crowd: 60,
  variables: { signers: crowd(1, 60).split(', ') },
  tells: `
    anna starts                     | start next → ask                       | anna: ask
    anna handles ask                | ask next → ${times(60, 'sign', ', ')}  | ${crowd(1, 60)}: sign
    ${crowd(7, 60)} handle sign     | ${times(54, 'sign none', '; ')}        | (${crowd(7, 60)}: sign); ${crowd(1, 6)}: sign
    p1 handles sign                 | sign next → pay; ${times(5, 'sign none (system)', '; ')} | (${crowd(7, 60)}: sign); [${crowd(2, 6)}: sign]; emil: pay
    emil handles pay                | pay end           | (${crowd(7, 60)}: sign); [${crowd(2, 6)}: sign]
  `,
});

import { draw } from '../../support/draw.ts';
import { story } from './story/story.ts';

const REQUEST = { ask: 'anna', approve: 'bo', pay: 'chen' };

story('The buttons of a task are the flows of the gateway behind it; refused, it begins again', {
  diagram: draw({
    people: REQUEST,
    exclusive: 'which',
    paths: 'start > ask > approve > which; which >"Yes" pay > end; which >"No" ask',
  }),
  tells: `
    anna starts                   | start next → ask     | anna: ask
    anna handles ask              | ask next → approve   | bo: approve
    bo presses No on approve      | approve next → ask   | anna: ask
    anna handles ask              | ask next → approve   | bo: approve
    bo presses Yes on approve     | approve next → pay   | chen: pay
    chen handles pay              | pay end              |
  `,
});

const ONE_VARIABLE = draw({
  people: REQUEST,
  exclusive: 'which',
  paths: 'start > ask > approve > which; which >"Yes"[${ok}] pay > end; which >"No"* end-refused',
});

story('Where the flows test one variable the button sets it', {
  diagram: ONE_VARIABLE,
  tells: `
    anna starts                   | start next → ask     | anna: ask
    anna handles ask              | ask next → approve   | bo: approve
    bo presses Yes on approve     | approve next → pay   | chen: pay
    chen handles pay              | pay end              |
  `,
});

story('Where the flows test one variable the default flow has a button too, here to another end', {
  diagram: ONE_VARIABLE,
  // The button sets it to something else.
  variables: { ok: true },
  tells: `
    anna starts                   | start next → ask     | anna: ask
    anna handles ask              | ask next → approve   | bo: approve
    bo presses No on approve      | approve end          |
  `,
});

const BY_AMOUNT = draw({
  people: { ask: 'anna', approve: 'bo', direct: 'dara' },
  exclusive: 'large',
  paths: `start > ask > large
          large >"Large"[\${amount > 1000 && !known}] direct > end
          large >"Small"* approve > end-small`,
});

story('Where the flows have conditions they decide, and the task has one button: a large amount', {
  diagram: BY_AMOUNT,
  variables: { amount: 1001, known: false },
  tells: `
    anna starts                   | start next → ask     | anna: ask
    anna handles ask              | ask next → direct    | dara: direct
    dara handles direct           | direct end           |
  `,
});

story('No condition is true: the default flow is taken', {
  diagram: BY_AMOUNT,
  variables: { amount: 1001, known: true },
  tells: `
    anna starts                   | start next → ask     | anna: ask
    anna handles ask              | ask next → approve   | bo: approve
    bo handles approve            | approve end          |
  `,
});

story('The text "false" is not true', {
  diagram: draw({
    people: REQUEST,
    exclusive: 'which',
    paths: 'start > ask > which; which >[${large}] approve > end; which >[=not(small)] pay > end',
  }),
  variables: { large: 'false', small: false },
  tells: `
    anna starts                   | start next → ask     | anna: ask
    anna handles ask              | ask next → pay       | chen: pay
    chen handles pay              | pay end              |
  `,
});

story('No condition is true and there is no default flow: the press is refused, and counts once the cause is gone', {
  diagram: draw({
    people: { ask: 'anna', approve: 'bo', direct: 'dara' },
    exclusive: 'large',
    paths: `start > ask > large
            large >"Large"[\${amount > 1000}] direct > end
            large >"Small"[\${amount < 1000}] approve > end-small`,
  }),
  variables: { amount: 1000 },
  tells: `
    anna starts                       | start next → ask     | anna: ask
    anna handles ask                  | refused 500; incident ERR_STEP_FAILED  | anna: ask
    variables become {"amount": 1001} |                      | anna: ask
    anna handles ask                  | ask next → direct    | dara: direct
    dara handles direct               | direct end           |
  `,
});

story('A review sends back to any of the tasks before it', {
  diagram: draw({
    people: { ask: 'anna', describe: 'bo', price: 'chen', review: 'dara' },
    exclusive: 'good',
    paths: `start > ask > describe > price > review > good
            good >"Approve" end
            good >"Ask again" ask
            good >"Describe again" describe
            good >"Price again" price`,
  }),
  tells: `
    anna starts                             | start next → ask         | anna: ask
    anna handles ask                        | ask next → describe      | bo: describe
    bo handles describe                     | describe next → price    | chen: price
    chen handles price                      | price next → review      | dara: review
    dara presses Price again on review      | review next → price      | chen: price
    chen handles price                      | price next → review      | dara: review
    dara presses Describe again on review   | review next → describe   | bo: describe
    bo handles describe                     | describe next → price    | chen: price
    chen handles price                      | price next → review      | dara: review
    dara presses Ask again on review        | review next → ask        | anna: ask
    anna handles ask                        | ask next → describe      | bo: describe
    bo handles describe                     | describe next → price    | chen: price
    chen handles price                      | price next → review      | dara: review
    dara presses Approve on review          | review end               |
  `,
});

story('A rework loop in one of two branches: the join waits until the branch really arrives', {
  diagram: draw({
    people: { write: 'anna', review: 'bo', budget: 'chen', sign: 'dara' },
    parallel: 'fork join',
    exclusive: 'good',
    paths: `start > fork > write > review > good
            good >"Approve" join
            good >"Reject" write
            fork > budget > join > sign > end`,
  }),
  tells: `
    anna starts                   | start next → write, budget | anna: write; chen: budget
    anna handles write            | write next → review        | bo: review; chen: budget
    bo presses Reject on review   | review next → write        | anna: write; chen: budget
    chen handles budget           | budget none                | anna: write; (chen: budget)
    anna handles write            | write next → review        | bo: review; (chen: budget)
    bo presses Reject on review   | review next → write        | anna: write; (chen: budget)
    anna handles write            | write next → review        | bo: review; (chen: budget)
    bo presses Approve on review  | review next → sign         | dara: sign; (chen: budget)
    dara handles sign             | sign end                   | (chen: budget)
  `,
});

const SPLIT_IN_BRANCH = draw({
  people: { ask: 'anna', check: 'bo', audit: 'emil', budget: 'chen', sign: 'dara' },
  parallel: 'fork join',
  exclusive: 'how merged',
  paths: `start > fork > ask > how
          how >"Quick" check > merged
          how >"Thorough" audit > merged > join
          fork > budget > join > sign > end`,
});

story('A branch that splits and merges again brings one token to the join', {
  diagram: SPLIT_IN_BRANCH,
  tells: `
    anna starts                   | start next → ask, budget | anna: ask; chen: budget
    anna presses Thorough on ask  | ask next → audit         | emil: audit; chen: budget
    emil handles audit            | audit none               | (emil: audit); chen: budget
    chen handles budget           | budget next → sign       | (emil: audit); dara: sign
    dara handles sign             | sign end                 | (emil: audit)
  `,
});

story('The other way through the split does the same, whoever comes first', {
  diagram: SPLIT_IN_BRANCH,
  tells: `
    anna starts                   | start next → ask, budget | anna: ask; chen: budget
    chen handles budget           | budget none              | anna: ask; (chen: budget)
    anna presses Quick on ask     | ask next → check         | bo: check; (chen: budget)
    bo handles check              | check next → sign        | dara: sign; (chen: budget)
    dara handles sign             | sign end                 | (chen: budget)
  `,
});

story('Several ends: whichever is reached last ends the matter', {
  diagram: draw({
    people: { ask: 'anna', file: 'bo', publish: 'chen' },
    parallel: 'fork',
    exclusive: 'which',
    paths: `start > ask > which
            which >"Drop" end-dropped
            which >"Go" fork
            fork > file > end-filed
            fork > publish > end-published`,
  }),
  tells: `
    anna starts                   | start next → ask           | anna: ask
    anna presses Go on ask        | ask next → file, publish   | bo: file; chen: publish
    chen handles publish          | publish none               | bo: file; (chen: publish)
    bo handles file               | file end                   | (chen: publish)
  `,
});

story('A last flow without a condition stands for the rest, and has a button as a default flow has', {
  diagram: draw({
    people: REQUEST,
    exclusive: 'which',
    paths: 'start > ask > approve > which; which >"Yes"[${ok}] pay > end; which >"No" end-refused',
  }),
  tells: `
    anna starts                   | start next → ask     | anna: ask
    anna handles ask              | ask next → approve   | bo: approve
    bo presses No on approve      | approve end          |
  `,
});

story('Flows are asked in the order of the file, and one without a condition is taken when its turn comes', {
  diagram: draw({
    people: { ask: 'anna', direct: 'dara', approve: 'bo', pay: 'chen' },
    exclusive: 'which',
    paths:
      'start > ask > which; which >[${amount > 1000}] direct > end; which > approve > end; which >[${amount > 10}] pay > end',
  }),
  variables: { amount: 100 },
  tells: `
    anna starts                   | start next → ask     | anna: ask
    anna handles ask              | ask next → approve   | bo: approve
    bo handles approve            | approve end          |
  `,
});

story('Without any condition the first flow is taken, where no task is right before the gateway', {
  diagram: draw({
    people: { ask: 'anna', approve: 'bo', pay: 'chen' },
    exclusive: 'which again',
    paths:
      'start > ask > which; which >[${amount > 1}] again; which >* pay > end; again > approve > end; again > end-never',
  }),
  variables: { amount: 5 },
  tells: `
    anna starts                   | start next → ask     | anna: ask
    anna handles ask              | ask next → approve   | bo: approve
    bo handles approve            | approve end          |
  `,
});

story('A gateway has buttons for the task before it, and its first flow for what comes from elsewhere', {
  diagram: draw({
    people: REQUEST,
    exclusive: 'which large',
    paths:
      'start > ask > large; large >[${amount > 100}] approve > which; large >* which; which >"Pay" pay > end; which >"Drop" end-dropped',
  }),
  variables: { amount: 1 },
  tells: `
    anna starts                   | start next → ask     | anna: ask
    anna handles ask              | ask next → pay       | chen: pay
    chen handles pay              | pay end              |
  `,
});

story(
  'Conditions behind an activity and behind a start event choose as those behind a gateway, without conditions all go',
  {
    diagram: draw({
      people: { ask: 'anna', approve: 'bo', pay: 'chen' },
      paths:
        'start >[${amount > 1}] ask; start >[${amount > 100}] pay; ask >[${amount > 5}] approve > end; ask > pay > end',
    }),
    variables: { amount: 10 },
    tells: `
    anna starts                   | start next → ask           | anna: ask
    anna handles ask              | ask next → approve, pay    | bo: approve; chen: pay
    bo handles approve            | approve none               | (bo: approve); chen: pay
    chen handles pay              | pay end                    | (bo: approve)
  `,
  },
);

story('Conditions behind a parallel gateway are not looked at', {
  diagram: draw({
    people: { approve: 'bo', pay: 'chen' },
    parallel: 'both all',
    paths: 'start > both; both >[${never}] approve > all; both > pay > all > end',
  }),
  tells: `
    anna starts                   | start next → approve, pay  | bo: approve; chen: pay
    bo handles approve            | approve none               | (bo: approve); chen: pay
    chen handles pay              | pay end                    | (bo: approve)
  `,
});

import { boundary, callActivity, end, start, subProcess, throwEvent, timer, userTask } from '../../support/bpmn-xml.ts';
import { draw, drawProcess, onEvent, part } from '../../support/draw.ts';
import { endWith, error, escalation, file, message, signal } from '../../support/named-events.ts';
import { story } from './story/story.ts';

story('A sub-process with a fork and a join inside is left when all of it is done', {
  diagram: draw({
    people: { ask: 'anna', sign: 'dara' },
    others: [
      part('checks', {
        people: { legal: 'bo', finance: 'chen' },
        parallel: 'fork join',
        paths: 'start-in-checks > fork > legal > join > end-checks; fork > finance > join',
      }),
    ],
    paths: 'start > ask > checks > sign > end',
  }),
  tells: `
    anna starts           | start next → ask           | anna: ask
    anna handles ask      | ask next → legal, finance  | bo: legal; chen: finance
    bo handles legal      | legal none                 | (bo: legal); chen: finance
    chen handles finance  | finance next → sign        | (bo: legal); dara: sign
    dara handles sign     | sign end                   | (bo: legal)
  `,
});

story('A sub-process without a start event', {
  diagram: draw({
    people: { ask: 'anna', sign: 'dara' },
    others: [subProcess('checks', [userTask('legal', { assignee: 'bo' })], '')],
    paths: 'start > ask > checks > sign > end',
  }),
  tells: `
    anna starts           | start next → ask    | anna: ask
    anna handles ask      | ask next → legal    | bo: legal
    bo handles legal      | legal next → sign   | dara: sign
    dara handles sign     | sign end            |
  `,
});

story('A sub-process in a sub-process, and a loop around both', {
  diagram: draw({
    people: { sign: 'dara' },
    exclusive: 'begin good',
    others: [
      part('outer', {
        people: { write: 'anna' },
        parallel: 'fork',
        others: [
          part('inner', { people: { price: 'bo', tax: 'chen' }, paths: 'start-in-inner > price > tax > end-inner' }),
        ],
        paths: 'start-in-outer > fork > write > end-outer; fork > inner > end-outer',
      }),
    ],
    paths: 'start > begin > outer > sign > good; good >"Good" end; good >"Again" begin',
  }),
  tells: `
    anna starts                | start next → write, price  | anna: write; bo: price
    bo handles price           | price next → tax           | anna: write; chen: tax
    anna handles write         | write none                 | (anna: write); chen: tax
    chen handles tax           | tax next → sign            | (anna: write); dara: sign
    dara presses Again on sign | sign next → write, price   | (anna: write); anna: write; bo: price
    anna handles write         | write none                 | (anna: write); (anna: write); bo: price
    bo handles price           | price next → tax           | (anna: write); (anna: write); chen: tax
    chen handles tax           | tax next → sign            | (anna: write); (anna: write); dara: sign
    dara presses Good on sign  | sign end                   | (anna: write); (anna: write)
  `,
});

const CANCELLABLE = (beside: boolean) =>
  draw({
    people: { ask: 'anna', pay: 'bo' },
    others: [
      onEvent(
        'cancel',
        message('cancelled'),
        { people: { refund: 'chen' }, paths: 'cancel-start > refund > end-refund' },
        { beside },
      ),
    ],
    paths: 'start > ask > pay > end',
  });

story('An event sub-process ends what runs in the process, and goes on in its place', {
  diagram: CANCELLABLE(false),
  tells: `
    anna starts              | start next → ask            | anna: ask
    anna handles ask         | ask next → pay              | bo: pay
    message cancelled comes  | pay next (system) → refund  | chen: refund
    chen handles refund      | refund end                  |
  `,
});

story('An event sub-process beside the process: both are needed for the end', {
  diagram: CANCELLABLE(true),
  tells: `
    anna starts              | start next → ask      | anna: ask
    anna handles ask         | ask next → pay        | bo: pay
    message cancelled comes  | ask next → refund     | bo: pay; chen: refund
    bo handles pay           | pay none              | (bo: pay); chen: refund
    chen handles refund      | refund end            | (bo: pay)
  `,
});

story('An escalation starts an event sub-process beside what threw it', {
  diagram: draw({
    people: { ask: 'anna', pay: 'bo' },
    others: [
      throwEvent('cry', escalation('HELP')),
      onEvent(
        'help',
        escalation('HELP'),
        { people: { advise: 'chen' }, paths: 'help-start > advise > end-help' },
        { beside: true },
      ),
    ],
    paths: 'start > ask > cry > pay > end',
  }),
  tells: `
    anna starts              | start next → ask          | anna: ask
    anna handles ask         | ask next → advise, pay    | bo: pay; chen: advise
    chen handles advise      | advise none               | bo: pay; (chen: advise)
    bo handles pay           | pay end                   | (chen: advise)
  `,
});

story('An event sub-process that never begins leaves no trace', {
  diagram: CANCELLABLE(false),
  tells: `
    anna starts              | start next → ask      | anna: ask
    anna handles ask         | ask next → pay        | bo: pay
    bo handles pay           | pay end               |
  `,
});

story('An event sub-process catches the error that ends its sub-process, and the sub-process is left behind it', {
  diagram: draw({
    people: { ask: 'anna', go: 'emil' },
    others: [
      part('checks', {
        people: { legal: 'bo', finance: 'chen' },
        parallel: 'fork',
        exclusive: 'fine',
        others: [
          endWith('end-trouble', error('BROKEN')),
          onEvent('mend', error('BROKEN'), { people: { repair: 'dara' }, paths: 'mend-start > repair > end-repair' }),
        ],
        paths: `start-in-checks > fork
                fork > legal > fine
                fine >"Fine" end-legal
                fine >"Trouble" end-trouble
                fork > finance > end-finance`,
      }),
    ],
    paths: 'start > ask > checks > go > end',
  }),
  tells: `
    anna starts                  | start next → ask           | anna: ask
    anna handles ask             | ask next → legal, finance  | bo: legal; chen: finance
    bo presses Trouble on legal  | legal next → repair; finance none (system) | [chen: finance]; dara: repair
    dara handles repair          | repair next → go           | [chen: finance]; emil: go
    emil handles go              | go end                     | [chen: finance]
  `,
});

story('A timer of a sub-process in a sub-process ends the inner one only', {
  diagram: draw({
    people: { go: 'emil' },
    others: [
      part('outer', {
        people: { write: 'anna' },
        parallel: 'fork',
        others: [
          part('inner', {
            people: { price: 'bo' },
            others: [
              onEvent('late', timer('P1D'), { people: { guess: 'chen' }, paths: 'late-start > guess > end-guess' }),
            ],
            paths: 'start-in-inner > price > end-inner',
          }),
        ],
        paths: 'start-in-outer > fork > write > end-outer; fork > inner > end-outer',
      }),
    ],
    paths: 'start > outer > go > end',
  }),
  tells: `
    anna starts          | start next → write, price    | anna: write; bo: price
    1 day passes         | price next (system) → guess  | anna: write; chen: guess
    chen handles guess   | guess none                   | anna: write; (chen: guess)
    anna handles write   | write next → go              | (chen: guess); emil: go
    emil handles go      | go end                       | (chen: guess)
  `,
});

const CHECK = drawProcess({
  id: 'check',
  people: { look: 'bo', stamp: 'chen' },
  paths: 'start-check > look > stamp > end-check',
});

story('A called process runs as a part of its caller', {
  diagram: [
    file(CHECK),
    draw({
      people: { ask: 'anna', sign: 'dara' },
      others: [callActivity('call', 'check')],
      paths: 'start > ask > call > sign > end',
    }),
  ],
  tells: `
    anna starts                 | start next → ask                | anna: ask
    anna handles ask            | ask next → call.look            | bo: call.look
    bo handles call.look        | call.look next → call.stamp     | chen: call.stamp
    chen handles call.stamp     | call.stamp next → sign          | dara: sign
    dara handles sign           | sign end                        |
  `,
});

story('A called process calls another, and both calls of it are told apart', {
  diagram: [
    file(CHECK),
    file(
      drawProcess({
        id: 'two-checks',
        parallel: 'fork join',
        others: [callActivity('first', 'check'), callActivity('second', 'check')],
        paths: 'start-two > fork > first > join > end-two; fork > second > join',
      }),
    ),
    draw({
      people: { sign: 'dara' },
      others: [callActivity('call', 'two-checks')],
      paths: 'start > call > sign > end',
    }),
  ],
  tells: `
    anna starts                    | start next → call.first.look; start next → call.second.look | bo: call.first.look, call.second.look
    bo handles call.second.look    | call.second.look next → call.second.stamp      | bo: call.first.look; chen: call.second.stamp
    chen handles call.second.stamp | call.second.stamp none       | bo: call.first.look; (chen: call.second.stamp)
    bo handles call.first.look     | call.first.look next → call.first.stamp | chen: call.first.stamp; (chen: call.second.stamp)
    chen handles call.first.stamp  | call.first.stamp next → sign | (chen: call.second.stamp); dara: sign
    dara handles sign              | sign end                     | (chen: call.second.stamp)
  `,
});

story('A process that calls itself goes as deep as its tokens come', {
  diagram: draw({
    people: { ask: 'anna', look: 'bo' },
    exclusive: 'which',
    others: [callActivity('again', 'process')],
    paths: `start > ask > look > which
            which >"More" again > end; which >"Enough" end`,
  }),
  tells: `
    anna starts                          | start next → ask               | anna: ask
    anna handles ask                     | ask next → look                | bo: look
    bo presses More on look              | look next → again.ask          | anna: again.ask
    anna handles again.ask               | again.ask next → again.look    | bo: again.look
    bo presses More on again.look        | again.look next → again.again.ask | anna: again.again.ask
    anna handles again.again.ask         | again.again.ask next → again.again.look | bo: again.again.look
    bo presses Enough on again.again.look | again.again.look end          |
  `,
});

story('A call of a computed process runs what its variable names, and its timer takes it away', {
  diagram: [
    file(CHECK),
    draw({
      people: { ask: 'anna', remind: 'emil' },
      others: [callActivity('call', '${process}'), boundary('late', 'call', timer('P1D'))],
      paths: 'start > ask > call > end; late > remind > end-late',
    }),
  ],
  variables: { process: 'check' },
  tells: `
    anna starts                 | start next → ask                | anna: ask
    anna handles ask            | ask next → call.check.look      | bo: call.check.look
    bo handles call.check.look  | call.check.look next → call.check.stamp | chen: call.check.stamp
    1 day passes                | call.check.stamp next (system) → remind | emil: remind
    emil handles remind         | remind end                      |
  `,
});

/** For each department: its head writes, then Chen and Dara check at once, and the head files or begins again. */
const forEach = (sequential: boolean) =>
  part(
    'department',
    {
      others: [userTask('write', { assignee: '${head}' }), userTask('file', { assignee: '${head}' })],
      people: { legal: 'chen', finance: 'dara' },
      parallel: 'fork join',
      exclusive: 'begin good',
      paths: `start-in-department > begin > write > fork
              fork > legal > join
              fork > finance > join > file > good
              good >"Good" end-department
              good >"Again" begin`,
    },
    { multiInstance: { collection: '${heads}', elementVariable: 'head', sequential } },
  );

story('For each of two departments at once: several tasks, a fork, a join and a loop, each on its own', {
  diagram: draw({
    people: { ask: 'emil', sign: 'fatima' },
    others: [forEach(false)],
    paths: 'start > ask > department > sign > end',
  }),
  variables: { heads: ['anna', 'bo'] },
  tells: `
    emil starts                | start next → ask           | emil: ask
    emil handles ask           | ask next → write, write    | anna: write; bo: write
    bo handles write           | write next → legal, finance | anna: write; chen: legal; dara: finance
    chen handles legal         | legal none                 | anna: write; (chen: legal); dara: finance
    dara handles finance       | finance next → file        | anna: write; (chen: legal); bo: file
    bo presses Again on file   | file next → write          | anna: write; (chen: legal); bo: write
    bo handles write           | write next → legal, finance | anna: write; (chen: legal); chen: legal; dara: finance
    dara handles finance       | finance none               | anna: write; (chen: legal); chen: legal; (dara: finance)
    chen handles legal         | legal next → file          | anna: write; (chen: legal); (dara: finance); bo: file
    bo presses Good on file    | file none                  | anna: write; (chen: legal); (dara: finance); (bo: file)
    anna handles write         | write next → legal, finance | (chen: legal); (dara: finance); (bo: file); chen: legal; dara: finance
    chen handles legal         | legal none                 | (chen: legal); (chen: legal); (dara: finance); (bo: file); dara: finance
    dara handles finance       | finance next → file        | (chen: legal); (chen: legal); (dara: finance); (bo: file); anna: file
    anna presses Good on file  | file next → sign           | (chen: legal); (chen: legal); (dara: finance); (bo: file); fatima: sign
    fatima handles sign        | sign end                   | (chen: legal); (chen: legal); (dara: finance); (bo: file)
  `,
});

story('For each of two departments, one after the other', {
  diagram: draw({ people: { sign: 'fatima' }, others: [forEach(true)], paths: 'start > department > sign > end' }),
  variables: { heads: ['anna', 'bo'] },
  tells: `
    emil starts                | start next → write         | anna: write
    anna handles write         | write next → legal, finance | chen: legal; dara: finance
    chen handles legal         | legal none                 | (chen: legal); dara: finance
    dara handles finance       | finance next → file        | (chen: legal); anna: file
    anna presses Good on file  | file next → write          | (chen: legal); bo: write
    bo handles write           | write next → legal, finance | (chen: legal); chen: legal; dara: finance
    dara handles finance       | finance none               | (chen: legal); chen: legal; (dara: finance)
    chen handles legal         | legal next → file          | (chen: legal); (dara: finance); bo: file
    bo presses Good on file    | file next → sign           | (chen: legal); (dara: finance); fatima: sign
    fatima handles sign        | sign end                   | (chen: legal); (dara: finance)
  `,
});

story('For each of two departments, and in it for each of two people', {
  diagram: draw({
    people: { sign: 'fatima' },
    others: [
      part(
        'department',
        {
          others: [
            part(
              'person',
              {
                others: [userTask('read', { assignee: '${reader}' }), userTask('note', { assignee: '${head}' })],
                paths: 'start-in-person > read > note > end-person',
              },
              { multiInstance: { collection: '${readers}', elementVariable: 'reader' } },
            ),
          ],
          paths: 'start-in-department > person > end-department',
        },
        { multiInstance: { collection: '${heads}', elementVariable: 'head', sequential: true } },
      ),
    ],
    paths: 'start > department > sign > end',
  }),
  variables: { heads: ['anna', 'bo'], readers: ['chen', 'dara'] },
  tells: `
    emil starts          | start next → read, read  | chen: read; dara: read
    chen handles read    | read next → note         | anna: note; dara: read
    anna handles note    | note none                | (anna: note); dara: read
    dara handles read    | read next → note         | (anna: note); anna: note
    anna handles note    | note next → read, read   | (anna: note); chen: read; dara: read
    dara handles read    | read next → note         | (anna: note); chen: read; bo: note
    bo handles note      | note none                | (anna: note); chen: read; (bo: note)
    chen handles read    | read next → note         | (anna: note); (bo: note); bo: note
    bo handles note      | note next → sign         | (anna: note); (bo: note); fatima: sign
    fatima handles sign  | sign end                 | (anna: note); (bo: note)
  `,
});

story('For each of three people, and one is enough: the tasks of the others are gone', {
  diagram: draw({
    people: { sign: 'fatima' },
    others: [
      part(
        'person',
        {
          others: [userTask('read', { assignee: '${reader}' }), userTask('note', { assignee: '${reader}' })],
          paths: 'start-in-person > read > note > end-person',
        },
        {
          multiInstance: { collection: '${readers}', elementVariable: 'reader' },
          attributes: { 'ttc:completion': 'any' },
        },
      ),
    ],
    paths: 'start > person > sign > end',
  }),
  variables: { readers: ['bo', 'chen', 'dara'] },
  tells: `
    emil starts          | start next → read, read, read  | bo, chen, dara: read
    chen handles read    | read next → note               | bo, dara: read; chen: note
    dara handles read    | read next → note               | bo: read; chen: note; dara: note
    chen handles note    | note next → sign; read none (system); note none (system) | [bo: read]; [dara: note]; fatima: sign
    fatima handles sign  | sign end                       | [bo: read]; [dara: note]
  `,
});

story('A sub-process that a signal leaves half done is not entered again by it', {
  diagram: draw({
    people: { ask: 'anna', pay: 'bo' },
    others: [onEvent('alarm', signal('alarm'), { people: { look: 'chen' }, paths: 'alarm-start > look > end-look' })],
    paths: 'start > ask > pay > end',
  }),
  tells: `
    anna starts          | start next → ask           | anna: ask
    signal alarm comes   | ask next (system) → look   | chen: look
    signal alarm comes   | unmatched                  | chen: look
    chen handles look    | look end                   |
  `,
});

story('A script is asked once each instance of a sub-process has ended, and says when it is enough', {
  diagram: draw({
    people: { ask: 'anna', pay: 'emil' },
    others: [
      subProcess('each', [start('s'), userTask('sign', { assignee: '${who}' }), end('e')], 's > sign > e', {
        multiInstance: { collection: '${signers}', elementVariable: 'who', condition: 'enough' },
      }),
    ],
    paths: 'start > ask > each > pay > end',
  }).replace('<completionCondition', '<completionCondition language="groovy"'),
  variables: { signers: ['bo', 'chen', 'dara'] },
  scripts: ({ variables }) => variables.nrOfCompletedInstances === 2,
  tells: `
    anna starts           | start next → ask             | anna: ask
    anna handles ask      | ask next → sign, sign, sign  | bo, chen, dara: sign
    chen handles sign     | sign none                    | bo, dara: sign; (chen: sign)
    dara handles sign     | sign next → pay; sign none (system)  | [bo: sign]; (chen: sign); emil: pay
    emil handles pay      | pay end                      | [bo: sign]; (chen: sign)
  `,
});

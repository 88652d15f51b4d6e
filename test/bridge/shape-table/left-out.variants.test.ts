import { eventSubProcess, lanes, start, subProcess, timer, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { story } from './story/story.ts';

const ANNA_THEN_BO = draw({
  people: { ask: 'anna', approve: 'bo' },
  exclusive: 'which',
  paths: 'start > ask > approve > which; which >"Yes" end; which >"No" ask',
});

story('A file whose definitions, flows and events have no ids, as many engines export it', {
  diagram: ANNA_THEN_BO.replace(/(<definitions[^>]*) id="[^"]*"/, '$1')
    .replaceAll(/(<sequenceFlow[^>]*) id="[^"]*"/g, '$1')
    .replaceAll(/<sequenceFlow id="[^"]*"/g, '<sequenceFlow')
    .replace('<endEvent id="end"', '<endEvent id="end" name="over"'),
  tells: `
    anna starts              | start next → ask     | anna: ask
    anna handles ask         | ask next → approve   | bo: approve
    bo presses No on approve | approve next → ask   | anna: ask
    anna handles ask         | ask next → approve   | bo: approve
    bo presses Yes on approve | approve end         |
  `,
});

const NOTES =
  '<textAnnotation id="note"><text>Look here</text></textAnnotation><group id="box"/><association id="dots" sourceRef="note" targetRef="ask"/>';

story('Text annotations and groups, in the process and in a sub-process', {
  diagram: draw({
    people: { ask: 'anna' },
    others: [
      subProcess('part', [start('s'), userTask('check', { assignee: 'bo' })], 's > check', {
        content: NOTES.replaceAll('note', 'note2').replaceAll('box', 'box2').replaceAll('dots', 'dots2'),
      }),
    ],
    paths: 'start > ask > part > end',
  }).replace('</process>', `${NOTES}</process>`),
  tells: `
    anna starts       | start next → ask   | anna: ask
    anna handles ask  | ask next → check   | bo: check
    bo handles check  | check end          |
  `,
});

story('What no flow leads on from ends its path, beside an inclusive join and notes', {
  diagram: draw({
    people: { ask: 'anna', approve: 'bo', file: 'chen' },
    inclusive: 'split join',
    paths: 'start > ask > split; split > approve > join; split > join; split > file; join > end',
  }).replace('</process>', `${NOTES}</process>`),
  tells: `
    anna starts          | start next → ask             | anna: ask
    anna handles ask     | ask next → approve, file     | bo: approve; chen: file
    chen handles file    | file none                    | bo: approve; (chen: file)
    bo handles approve   | approve end                  | (chen: file)
  `,
});

story('What no path leads to is never started, whatever it is', {
  diagram: draw({
    people: { ask: 'anna', lonely: 'bo', behind: 'chen' },
    others: [subProcess('draft', [userTask('inner', { assignee: 'bo' })], '')],
    paths: 'start > ask > end; lonely > behind > end',
  }).replace('</process>', '<transaction id="unfinished"/></process>'),
  tells: `
    anna starts       | start next → ask   | anna: ask
    anna handles ask  | ask end            |
  `,
});

story('A timer of an event sub-process ends a scope with notes and lanes', {
  diagram: draw({
    people: { ask: 'anna' },
    others: [
      eventSubProcess(
        'late',
        [start('due', { content: timer('P1D') }), userTask('remind', { assignee: 'bo' })],
        'due > remind',
        {
          content: NOTES.replaceAll('note', 'note2').replaceAll('box', 'box2').replaceAll('dots', 'dots2'),
        },
      ),
    ],
    paths: 'start > ask > end',
  })
    .replace('</process>', `${NOTES}</process>`)
    .replace(/(<process[^>]*>)/, `$1${lanes({ Office: [] })}`),
  tells: `
    anna starts         | start next → ask            | anna: ask
    2 days pass         | ask next (system) → remind | bo: remind
    bo handles remind   | remind end                  |
  `,
});

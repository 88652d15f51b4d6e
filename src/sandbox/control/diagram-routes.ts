import * as z from 'zod';
import type { Sandbox } from '../sandbox.ts';
import { httpUrl } from '../setup/field-schemas.ts';
import type { CenterState } from '../state/center-state.ts';
import type { TaskDiagram } from '../tasks/ask-diagram.ts';
import { ControlError } from './control-error.ts';
import { type ControlRoute, defineRoute } from './control-route.ts';
import { describeApp, findApp } from './describe-app.ts';

/** Answer of `GET /tasks/{taskId}/diagram`. */
export interface DiagramAnswer {
  readonly diagram: TaskDiagram;
}

/** The diagrams of business systems, and the addresses at which they are requested. */
export function diagramRoutes(sandbox: Sandbox, center: CenterState): ControlRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/tasks/{taskId}/diagram',
      async answer({ params: { taskId } }): Promise<DiagramAnswer> {
        if (!center.tasks.has(taskId)) throw new ControlError('ERR_TASK_UNKNOWN', `the center has no task ${taskId}`);
        const outcome = await sandbox.diagram(taskId);
        if ('diagram' in outcome) return outcome;
        if ('none' in outcome) throw new ControlError('ERR_DIAGRAM_NONE', outcome.none);
        throw new ControlError('ERR_DIAGRAM_FAILED', outcome.failure);
      },
    }),
    defineRoute({
      method: 'PUT',
      path: '/apps/{appId}/diagram-url',
      body: z.strictObject({ url: httpUrl.nullable() }),
      answer({ params: { appId }, body: { url } }) {
        const app = findApp(center, appId);
        sandbox.setDiagramUrl(appId, url ?? undefined);
        return { app: describeApp(center, app) };
      },
    }),
  ];
}

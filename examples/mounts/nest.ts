import 'reflect-metadata';
import { type BeforeApplicationShutdown, Controller, type DynamicModule, Get, Inject, Module } from '@nestjs/common';
import { HttpAdapterHost, NestFactory } from '@nestjs/core';
import { type Bridge, toNodeListener } from 'bpmn-transaction-bridge';

/** Inject it where a process is started: `@Inject(BRIDGE) bridge: Bridge`. */
export const BRIDGE = Symbol('bridge');

@Module({})
export class ApprovalsModule implements BeforeApplicationShutdown {
  readonly #bridge: Bridge;
  readonly #host: HttpAdapterHost;

  constructor(@Inject(BRIDGE) bridge: Bridge, @Inject(HttpAdapterHost) host: HttpAdapterHost) {
    this.#bridge = bridge;
    this.#host = host;
  }

  /** @param open calls `createBridge` and deploys; Nest waits for it before it listens */
  static register(open: () => Promise<Bridge>): DynamicModule {
    return { module: ApprovalsModule, providers: [{ provide: BRIDGE, useFactory: open }], exports: [BRIDGE] };
  }

  /** Takes no new connections, and closes the bridge before Nest closes those of presses that are running. */
  async beforeApplicationShutdown() {
    this.#host.httpAdapter.getHttpServer().close();
    await this.#bridge.close();
  }
}

@Controller('health')
class HealthController {
  @Get()
  check() {
    return 'healthy';
  }
}

export async function serve(open: () => Promise<Bridge>, port: number) {
  @Module({ imports: [ApprovalsModule.register(open)], controllers: [HealthController] })
  class AppModule {}

  const app = await NestFactory.create(AppModule, { forceCloseConnections: true });
  // Before `listen`, and so before the body parsers of Nest: the bridge reads the body itself.
  const bridge = app.get<Bridge>(BRIDGE);
  app.use(
    '/approvals',
    toNodeListener((request) => bridge.fetch(request)),
  );
  app.enableShutdownHooks([], { useProcessExit: true });
  await app.listen(port);
  return app;
}

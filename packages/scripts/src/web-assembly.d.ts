/** The parts of WebAssembly that this package uses; Node's types leave them to those of browsers. */
declare namespace WebAssembly {
  class Module {
    private readonly brand: 'module';
    static imports(module: Module): { name: string }[];
  }
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  class Instance {
    readonly exports: Record<string, unknown>;
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}

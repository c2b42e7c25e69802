import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { logError } from './log-error.ts';

const pauseMs = 1000;

/** Loads a part of the interface. What a weak connection lost is asked for once more. */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    logError(error);
  }
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  await reloadStyles();
  return load();
}

/** The bundler's own code asks for a style sheet once, whatever comes of it. */
async function reloadStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const lost = [...links].filter((link) => !link.sheet);
  await Promise.all(
    lost.map(async (link) => {
      const again = document.createElement('link');
      again.rel = 'stylesheet';
      again.href = link.href;
      const loaded = new Promise((resolve, reject) => {
        again.onload = resolve;
        again.onerror = () => reject(new Error(`${link.href} could not be loaded`));
      });
      link.replaceWith(again);
      await loaded;
    }),
  );
}

/** A component that is loaded when it is first shown. */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await loadPart(load))[name] }));
}

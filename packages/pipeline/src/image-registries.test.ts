import { expect, it } from 'vitest';
import { findImageRegistries } from './image-registries.ts';

const pipeline = (...images: string[]) => `kind: pipeline
type: kubernetes
name: one
services: [{ name: db, image: postgres }]
steps:
${images.map((image, at) => `- { name: s${at}, image: "${image}" }\n`).join('')}`;

it('lists the registries of images', () => {
  const text = pipeline('ghcr.io/octo/app:1', 'localhost:5000/a', 'GHCR.io/b', 'alpine:$' + '{V}');
  expect(findImageRegistries(text, 'one')).toEqual(['docker.io', 'ghcr.io', 'localhost:5000']);
  expect(findImageRegistries(text, 'two')).toEqual([]);
  expect(findImageRegistries('kind: pipeline\n: [', 'one')).toEqual([]);
});

it.each(['$' + '{REGISTRY}/app', '$IMAGE'])('does not know the registry of %s', (image) => {
  expect(findImageRegistries(pipeline(image), 'one')).toBeUndefined();
});

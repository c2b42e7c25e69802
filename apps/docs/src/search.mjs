// The search field. Its index is loaded when the field gets the focus.
import MiniSearch from 'minisearch';
import { searchOptions } from './search-options.mjs';

const maxResults = 12;
const field = document.querySelector('#search');
const list = document.querySelector('#results');
const status = document.querySelector('#search-status');
const { base } = document.documentElement.dataset;

let loading;
const load = () => {
  loading ??= fetch(`${base}search-index.json`)
    .then((response) => response.text())
    .then((text) => MiniSearch.loadJSON(text, searchOptions));
  return loading;
};

field.addEventListener('focus', load);
field.addEventListener('input', show);
field.form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
field.form.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  if (event.key === 'Escape') {
    field.value = '';
    show();
    field.focus();
  } else if (event.key === 'ArrowDown') (links[at + 1] ?? field).focus();
  else if (event.key === 'ArrowUp') (at < 0 ? links.at(-1) : (links[at - 1] ?? field))?.focus();
  else return;
  event.preventDefault();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea')) return;
  event.preventDefault();
  field.focus();
});

async function show() {
  const text = field.value.trim();
  const index = await load();
  // The text may have changed while the index was loading.
  if (text !== field.value.trim()) return;
  const found = text === '' ? [] : index.search(text).slice(0, maxResults);
  list.replaceChildren(...found.map(createResult));
  list.hidden = found.length === 0;
  status.textContent =
    text === '' ? '' : found.length === 0 ? 'No results' : `${found.length} results`;
}

function createResult({ id, title, page }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = base + id;
  const name = document.createElement('strong');
  name.textContent = title;
  const place = document.createElement('span');
  place.textContent = page;
  link.append(name, place);
  item.append(link);
  return item;
}

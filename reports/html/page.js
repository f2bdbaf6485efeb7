// Small and plain: theme, suits, names, the winnings lines, tables, replayed hands, glossary. No request.
(() => {
  const $ = (q, el = document) => el.querySelector(q), $$ = (q, el = document) => [...el.querySelectorAll(q)];
  const root = document.documentElement;
  const number = (x, places) => {
    const v = Math.abs(x).toLocaleString("en", { minimumFractionDigits: places, maximumFractionDigits: places });
    return Number(Math.abs(x).toFixed(places)) === 0 ? v : (x < 0 ? "\u2212" : "+") + v;
  };
  const block = id => { const el = document.getElementById(id); return el && JSON.parse(el.textContent); };

  // What the reader chose stands in the address, so that a link reopens the same view: #audit?theme=dark
  const read = () => { const [id, q] = location.hash.slice(1).split("?"); return { id, q: new URLSearchParams(q || "") }; };
  const keep = (key, value) => {
    const { id, q } = read();
    if (value == null) q.delete(key); else q.set(key, value);
    history.replaceState(null, "", "#" + (id || "overview") + (q.toString() ? "?" + q : ""));
  };

  const mask = on => {
    const seen = new Map();
    $$(".nm, .nm-h").forEach(el => {
      el.dataset.name ??= el.textContent;
      if (!seen.has(el.dataset.name)) seen.set(el.dataset.name, "Player " + (seen.size + 1));
      el.textContent = on ? seen.get(el.dataset.name) : el.dataset.name;
      if (el.title) el.title = el.textContent;
    });
  };

  // winnings: plotly draws, the reading line above tells --------------------------------------------
  const plot = $("#plot"), told = $("#eq"), figures = block("winnings-data");
  let measure = figures ? Object.keys(figures)[0] : null, at = null;

  function tell() {
    const { figure, places, days } = figures[measure], x = figure.data[0].x, i = at ?? x.length - 1;
    const value = name => number(figure.data.find(t => t.name === name).y[i], places);
    const [head, net, showdown, other] = $$("b", told);
    head.textContent = x[i].toLocaleString("en");
    net.textContent = value("net"); showdown.textContent = value("showdown"); other.textContent = value("non-showdown");
    head.nextSibling.textContent = " hands" + (days[i] ? ", " + days[i] : "");
  }
  function draw(width) {
    const { figure } = figures[measure], layout = structuredClone(figure.layout), w = width || plot.clientWidth, small = w < 640;
    if (small) {
      layout.margin = { l: 0, r: 8, t: 18, b: 34 }; layout.annotations = []; layout.height = 320;
      layout.yaxis.ticklabelposition = "inside top"; layout.yaxis.ticklabelstandoff = 0; layout.xaxis.nticks = 4;
    }
    layout.width = w;
    Plotly.react(plot, figure.data, layout, { displayModeBar: false, responsive: false });
  }
  function mark() {
    tell();
    const { figure } = figures[measure];
    if (at == null) Plotly.Fx.unhover(plot); else Plotly.Fx.hover(plot, figure.data.filter(t => t.type === "scatter").map((_, n) => ({ curveNumber: n, pointNumber: at })));
  }
  if (figures) {
    draw();
    // labels are placed by their width, which is known once the fonts are
    document.fonts?.ready.then(() => draw());
    plot.on("plotly_hover", e => { at = e.points[0].pointNumber; tell(); });
    plot.on("plotly_unhover", () => { at = null; tell(); });
    plot.addEventListener("keydown", e => {
      const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[e.key], last = figures[measure].figure.data[0].x.length - 1;
      told.setAttribute("aria-live", "polite");
      if (by) { at = Math.min(last, Math.max(0, (at ?? last) + by)); mark(); e.preventDefault(); }
      if (e.key === "Escape") { at = null; mark(); }
    });
    let drawn = plot.clientWidth;
    new ResizeObserver(() => { if (plot.clientWidth !== drawn) { drawn = plot.clientWidth; draw(); } }).observe(plot);
    addEventListener("beforeprint", () => draw(940));
    addEventListener("afterprint", () => draw());
  }
  const lines = value => { measure = value; at = null; draw(); tell(); };

  const choices = {
    theme: v => v === "auto" ? root.removeAttribute("data-theme") : root.dataset.theme = v,
    deck: v => root.dataset.deck = v,
    names: v => mask(v === "masked"),
    measure: lines,
  };

  // tables: sort, and arrow keys between the numbers of the dense one --------------------------------
  $$("table").forEach(t => $$(".sort", t).forEach(b => b.addEventListener("click", () => {
    const th = b.closest("th"), i = [...th.parentNode.children].indexOf(th), down = th.getAttribute("aria-sort") !== "descending";
    const body = t.tBodies[0], v = row => Number(row.children[i].dataset.v ?? 0);
    $$("th", t).forEach(h => h.removeAttribute("aria-sort"));
    th.setAttribute("aria-sort", down ? "descending" : "ascending");
    [...body.rows].sort((a, b) => down ? v(b) - v(a) : v(a) - v(b)).forEach(row => body.append(row));
  })));

  // replayed hands: a link opens its hand; Back, Next and arrow keys walk through it ------------------
  const openTarget = () => {
    const el = document.getElementById(read().id || "");
    if (el?.matches(".rh > summary")) { el.parentElement.open = true; el.scrollIntoView(); }
  };
  $$(".replay").forEach(hand => {
    const list = $(".list", hand), steps = $$("[data-step]", hand), ctl = $(".ctl", hand);
    if (!steps.length) return;
    let now = 0;
    const go = n => {
      now = Math.min(steps.length, Math.max(1, n));
      steps.forEach((li, i) => i + 1 === now ? li.setAttribute("aria-current", "step") : li.removeAttribute("aria-current"));
      const li = steps[now - 1], top = li.offsetTop - 44, bottom = li.offsetTop + li.offsetHeight + 12;
      if (top < list.scrollTop) list.scrollTop = top; else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
      $(".pos", ctl).textContent = now + " of " + steps.length;
      $("[data-go=prev]", ctl).disabled = now === 1; $("[data-go=next]", ctl).disabled = now === steps.length;
    };
    const remarks = steps.map((li, i) => $(".remark", li) ? i + 1 : 0).filter(Boolean);
    ctl.hidden = false;
    $(".pos", ctl).textContent = steps.length + (steps.length === 1 ? " step" : " steps");
    ctl.addEventListener("click", e => ({
      prev: () => go(now - 1), next: () => go(now + 1), mark: () => go(remarks.find(n => n > now) ?? remarks[0]),
    })[e.target.dataset.go]?.());
    list.addEventListener("keydown", e => {
      const to = { ArrowLeft: now - 1, ArrowUp: now - 1, ArrowRight: now + 1, ArrowDown: now + 1, Home: 1, End: steps.length }[e.key];
      if (to != null) { go(to); e.preventDefault(); }
    });
    steps.forEach((li, i) => li.addEventListener("click", () => go(i + 1)));
  });

  // glossary and contents ----------------------------------------------------------------------------
  $("#gl-q")?.addEventListener("input", e => {
    const q = e.target.value.trim().toLowerCase(); let n = 0;
    $$(".gloss > div").forEach(d => { d.hidden = !d.textContent.toLowerCase().includes(q); n += !d.hidden; });
    $("#gl-n").textContent = n === 1 ? "1 term" : n ? n + " terms" : "No term matches";
  });
  const spy = new IntersectionObserver(es => es.forEach(e => {
    if (e.isIntersecting) $$(".toc a").forEach(a => a.hash === "#" + e.target.id ? a.setAttribute("aria-current", "true") : a.removeAttribute("aria-current"));
  }), { rootMargin: "-20% 0px -70% 0px" });
  $$("main section").forEach(s => spy.observe(s));
  // a table that fits needs no tab stop of its own
  const fit = new ResizeObserver(es => es.forEach(({ target: t }) => t.scrollWidth > t.clientWidth ? t.tabIndex = 0 : t.removeAttribute("tabindex")));
  $$(".scroll").forEach(t => fit.observe(t));
  let closed = [];
  addEventListener("beforeprint", () => { closed = $$("details:not([open]):not(.rh)"); closed.forEach(d => d.open = true); });
  addEventListener("afterprint", () => closed.forEach(d => d.open = false));

  $("#display").hidden = false;
  Object.keys(choices).forEach(key => $$(`input[name=${key}]`).forEach(i => i.addEventListener("change", () => {
    choices[key](i.value); keep(key, i.defaultChecked ? null : i.value);
  })));
  const restore = () => {
    const { id, q } = read();
    Object.keys(choices).forEach(key => {
      const i = q.get(key) && $(`input[name=${key}][value="${CSS.escape(q.get(key))}"]`);
      if (i) { i.checked = true; choices[key](i.value); }
    });
    if (id && q.toString()) document.getElementById(id)?.scrollIntoView({ behavior: "instant" });
    openTarget();
  };
  restore();
  addEventListener("hashchange", restore);
})();

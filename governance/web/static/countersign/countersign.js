// Comforts only: every action works without this file.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("scripts");

  const rows = () => [...document.querySelectorAll(".inbox .item")];
  const focus = (row) => {
    for (const other of rows()) other.classList.toggle("focused", other === row);
  };
  const move = (by) => {
    const all = rows();
    const at = all.findIndex((row) => row.classList.contains("focused"));
    const next = all[Math.min(Math.max(at + by, 0), all.length - 1)];
    if (!next) return;
    focus(next);
    next.querySelector(".objective").focus();
  };

  document.addEventListener("focusin", (event) => {
    const row = event.target.closest(".inbox .item");
    if (row) focus(row);
  });

  const typing = (target) => target.closest("input, textarea, select, [contenteditable]");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || !rows().length) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "j") move(1);
    else if (event.key === "k") move(-1);
    else if (event.key === "?") document.getElementById("all-keys")?.showModal();
    else if (event.key === "Enter" && event.target === document.body) {
      document.querySelector(".inbox .focused .do a")?.click();
    } else return;
    event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-keys]")) document.getElementById("all-keys").showModal();
    const print = event.target.closest("[data-print]");
    if (print) {
      event.preventDefault();
      window.print();
    }
    const menu = document.querySelector("details.who[open]");
    if (menu && !menu.contains(event.target)) menu.open = false;
  });

  // Live parts: say a change of state once, politely; never every figure.
  let said = document.querySelector("[data-state]")?.dataset.state;
  document.addEventListener("htmx:afterSettle", () => {
    const now = document.querySelector("[data-state]")?.dataset.state;
    if (now && now !== said) {
      document.getElementById("announce").textContent = now;
      said = now;
    }
  });
})();

import { inUsersLanguage } from "../user-language.ts";

// AppKit shows menus in the language in which the app provides them; it translates only its own
// additions. So macOS' labels of the standard entries are listed here. `%` is the app's name.
const names = [
  "about",
  "services",
  "hide",
  "hideOthers",
  "showAll",
  "quit",
  "edit",
  "undo",
  "redo",
  "cut",
  "copy",
  "paste",
  "pasteAndMatchStyle",
  "delete",
  "selectAll",
  "view",
  "enterFullScreen",
  "window",
  "minimize",
  "zoom",
  "close",
  "bringAllToFront",
  "help",
] as const;

export type MenuWord = (typeof names)[number];

/** By language, each in the order of the names. */
export const languages: Readonly<Record<string, string>> = {
  en: "About %|Services|Hide %|Hide Others|Show All|Quit %|Edit|Undo|Redo|Cut|Copy|Paste|Paste and Match Style|Delete|Select All|View|Enter Full Screen|Window|Minimize|Zoom|Close|Bring All to Front|Help",
  de: "Über %|Dienste|% ausblenden|Andere ausblenden|Alle einblenden|% beenden|Bearbeiten|Widerrufen|Wiederholen|Ausschneiden|Kopieren|Einsetzen|Einsetzen und Stil anpassen|Löschen|Alles auswählen|Darstellung|Vollbildmodus|Fenster|Im Dock ablegen|Zoomen|Schließen|Alle nach vorne bringen|Hilfe",
  fr: "À propos de %|Services|Masquer %|Masquer les autres|Tout afficher|Quitter %|Édition|Annuler|Rétablir|Couper|Copier|Coller|Coller et appliquer le style actuel|Supprimer|Tout sélectionner|Présentation|Activer le mode plein écran|Fenêtre|Placer dans le Dock|Réduire/agrandir|Fermer|Tout ramener au premier plan|Aide",
  es: "Acerca de %|Servicios|Ocultar %|Ocultar otros|Mostrar todo|Salir de %|Edición|Deshacer|Rehacer|Cortar|Copiar|Pegar|Pegar con el mismo estilo|Eliminar|Seleccionar todo|Visualización|Usar pantalla completa|Ventana|Minimizar|Zoom|Cerrar|Traer todo al frente|Ayuda",
  it: "Informazioni su %|Servizi|Nascondi %|Nascondi altre|Mostra tutte|Esci da %|Modifica|Annulla|Ripristina|Taglia|Copia|Incolla|Incolla e mantieni lo stile|Elimina|Seleziona tutto|Vista|Attiva modalità a tutto schermo|Finestra|Contrai|Ridimensiona|Chiudi|Porta tutto in primo piano|Aiuto",
  pt: "Sobre o %|Serviços|Ocultar %|Ocultar Outros|Mostrar Tudo|Encerrar %|Editar|Desfazer|Refazer|Recortar|Copiar|Colar|Colar com o Mesmo Estilo|Apagar|Selecionar Tudo|Visualizar|Entrar em Tela Cheia|Janela|Minimizar|Zoom|Fechar|Trazer Todas para a Frente|Ajuda",
  "pt-PT":
    "Acerca de %|Serviços|Ocultar %|Ocultar outras|Mostrar tudo|Sair de %|Editar|Desfazer|Refazer|Cortar|Copiar|Colar|Colar e manter estilo|Apagar|Selecionar tudo|Visualizar|Usar ecrã completo|Janela|Minimizar|Zoom|Fechar|Passar tudo para a frente|Ajuda",
  nl: "Over %|Voorzieningen|Verberg %|Verberg andere|Toon alles|Stop %|Wijzig|Herstel|Opnieuw|Knip|Kopieer|Plak|Plak en behoud stijl|Verwijder|Selecteer alles|Weergave|Schermvullende weergave|Venster|Minimaliseer|Zoom|Sluit|Alles op voorgrond|Help",
  sv: "Om %|Tjänster|Göm %|Göm övriga|Visa alla|Avsluta %|Redigera|Ångra|Gör om|Klipp ut|Kopiera|Klistra in|Klistra in och matcha format|Radera|Markera allt|Innehåll|Helskärmsläge|Fönster|Minimera|Zooma|Stäng|Lägg alla överst|Hjälp",
  da: "Om %|Tjenester|Skjul %|Skjul andre|Vis alle|Slut %|Rediger|Fortryd|Gentag|Klip|Kopier|Indsæt|Indsæt og match format|Slet|Vælg alt|Oversigt|Vis på fuld skærm|Vindue|Minimer|Zoom|Luk|Anbring alle forrest|Hjælp",
  nb: "Om %|Tjenester|Skjul %|Skjul andre|Vis alle|Avslutt %|Rediger|Angre|Utfør likevel|Klipp ut|Kopier|Lim inn|Lim inn med samme stil|Slett|Marker alt|Vis|Fullskjerm|Vindu|Minimer|Zoom|Lukk|Legg alle vinduer øverst|Hjelp",
  fi: "Tietoja: %|Palvelut|Kätke %|Kätke muut|Näytä kaikki|Lopeta %|Muokkaa|Kumoa|Tee sittenkin|Leikkaa|Kopioi|Sijoita|Sijoita ja sovita tyyliin|Poista|Valitse kaikki|Näytä|Koko näyttö|Ikkuna|Pienennä|Zoomaa|Sulje|Tuo kaikki eteen|Ohje",
  pl: "% – informacje|Usługi|Ukryj %|Ukryj inne|Pokaż wszystko|Zakończ %|Edycja|Cofnij|Ponów|Wytnij|Kopiuj|Wklej|Wklej w dopasowanym stylu|Usuń|Zaznacz wszystko|Widok|Pełny ekran|Okno|Umieść w Docku|Zoom|Zamknij|Umieść wszystko na wierzchu|Pomoc",
  cs: "O aplikaci %|Služby|Skrýt %|Skrýt ostatní|Zobrazit vše|Ukončit %|Úpravy|Odvolat akci|Opakovat akci|Vyjmout|Kopírovat|Vložit|Vložit a přizpůsobit styl|Smazat|Vybrat vše|Zobrazení|Celá obrazovka|Okno|Minimalizovat|Zvětšit/zmenšit|Zavřít|Převést vše do popředí|Nápověda",
  ru: "О приложении %|Службы|Скрыть %|Скрыть остальные|Показать все|Завершить %|Правка|Отменить|Повторить|Вырезать|Скопировать|Вставить|Вставить и согласовать стиль|Удалить|Выбрать все|Вид|На весь экран|Окно|Свернуть|Изменить масштаб|Закрыть|Все окна — на передний план|Справка",
  uk: "Про програму %|Служби|Сховати %|Сховати інші|Показати все|Завершити %|Редагувати|Скасувати|Повторити|Вирізати|Скопіювати|Вставити|Вставити й узгодити стиль|Видалити|Вибрати все|Перегляд|На весь екран|Вікно|Згорнути|Масштаб|Закрити|Усі наперед|Довідка",
  tr: "% Hakkında|Servisler|% Uygulamasını Gizle|Diğerlerini Gizle|Tümünü Göster|% Uygulamasından Çık|Düzen|Geri Al|Yinele|Kes|Kopyala|Yapıştır|Yapıştır ve Stili Eşle|Sil|Tümünü Seç|Görüntü|Tam Ekrana Geç|Pencere|Küçült|Büyüt/Küçült|Kapat|Tümünü Öne Getir|Yardım",
  ja: "%について|サービス|%を非表示|ほかを非表示|すべてを表示|%を終了|編集|取り消す|やり直す|カット|コピー|ペースト|ペーストしてスタイルを合わせる|削除|すべてを選択|表示|フルスクリーンにする|ウインドウ|しまう|拡大／縮小|閉じる|すべてを手前に移動|ヘルプ",
  ko: "%에 관하여|서비스|% 가리기|기타 가리기|모두 보기|% 종료|편집|실행 취소|실행 복귀|오려두기|복사하기|붙여넣기|붙여넣고 스타일 일치시키기|삭제|모두 선택|보기|전체 화면 시작|윈도우|최소화|확대/축소|닫기|모두 앞으로 가져오기|도움말",
  "zh-Hans":
    "关于%|服务|隐藏%|隐藏其他|全部显示|退出%|编辑|撤销|重做|剪切|拷贝|粘贴|粘贴并匹配样式|删除|全选|显示|进入全屏幕|窗口|最小化|缩放|关闭|前置全部窗口|帮助",
  "zh-Hant":
    "關於%|服務|隱藏%|隱藏其他|顯示全部|結束%|編輯|還原|重做|剪下|拷貝|貼上|貼上並符合樣式|刪除|全選|顯示方式|進入全螢幕|視窗|縮到最小|縮放|關閉|將此程式所有視窗移至最前|輔助說明",
};

/** The labels of the menu bar, in the first of the user's languages that has labels. */
export function menuWords(appName: string): (word: MenuWord) => string {
  const words = inUsersLanguage(languages).split("|");
  return (word) => (words[names.indexOf(word)] ?? "").replace("%", () => appName);
}

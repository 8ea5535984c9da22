// The bench page in Wails 2, for `npm run bench`: built by hand, in this folder, by
// `go build -tags desktop,production,webkit2_41`. It has one window.
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"context"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// App is what the page calls.
type App struct{ ctx context.Context }

// Report prints what the page says, with the wall clock's milliseconds in front.
func (app *App) Report(text string) {
	fmt.Printf("%.3f %s\n", float64(time.Now().UnixMicro())/1000, text)
}

// Echo answers with the same.
func (app *App) Echo(text string) string { return text }

// Emit sends events to the page.
func (app *App) Emit(count int) {
	for number := 0; number < count; number++ {
		runtime.EventsEmit(app.ctx, "bench", number)
	}
}

// Task is what to measure, and the folder for files.
func (app *App) Task() string { return os.Args[2] }

func main() {
	app := &App{}
	echo := func(answer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			panic(err)
		}
		answer.Write(body)
	}
	err := wails.Run(&options.App{
		Title:       "Bench",
		Width:       800,
		Height:      600,
		AssetServer: &assetserver.Options{Assets: os.DirFS(os.Args[1]), Handler: http.HandlerFunc(echo)},
		OnStartup:   func(ctx context.Context) { app.ctx = ctx },
		Bind:        []interface{}{app},
	})
	if err != nil {
		panic(err)
	}
}
